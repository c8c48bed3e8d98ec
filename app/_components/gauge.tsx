import { cn } from "./class-names.ts";

/** A share from 0 to 1 as a bar; what is set aside follows what is spent. */
export function Gauge({
  label,
  share,
  reserved = 0,
  className,
}: {
  label: string;
  share: number;
  reserved?: number;
  className?: string;
}) {
  const spent = Math.min(1, Math.max(0, share));
  const ahead = Math.min(1 - spent, Math.max(0, reserved));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className={cn("h-1.5 w-14 overflow-hidden rounded-full", className)}
    >
      <rect width="100" height="6" className="fill-(--line)" />
      <rect x={spent * 100} width={ahead * 100} height="6" className="fill-(--line-strong)" />
      <rect
        width={spent * 100}
        height="6"
        className={spent >= 0.8 ? "fill-(--amber)" : "fill-(--accent)"}
      />
    </svg>
  );
}
