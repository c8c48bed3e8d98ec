import { cn } from "./class-names.ts";

/** A small round mark: the first letter of a name, or how many people it stands for. */
export function PersonMark({
  text,
  title,
  className,
}: {
  text: string;
  title: string;
  className?: string;
}) {
  return (
    <span
      aria-hidden
      title={title}
      className={cn(
        "inline-flex size-4 shrink-0 items-center justify-center rounded-full bg-accent text-[10px] leading-none font-semibold text-on-accent uppercase",
        className,
      )}
    >
      {text}
    </span>
  );
}

/** First letter of a name, also where it takes two code units. */
export function initialOf(name: string): string {
  return [...name.trim()][0] ?? "?";
}
