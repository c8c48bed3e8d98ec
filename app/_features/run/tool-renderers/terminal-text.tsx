import { cn } from "#app/_components/class-names.ts";
import { parseSgr, type SgrHue, type SgrStyle } from "../text/sgr.ts";

const inks: Record<SgrHue, string> = {
  red: "text-red",
  green: "text-green",
  amber: "text-amber",
  blue: "text-blue",
  violet: "text-violet",
  muted: "text-muted",
};
const tints: Record<SgrHue, string> = {
  red: "bg-red-tint",
  green: "bg-green-tint",
  amber: "bg-amber-tint",
  blue: "bg-blue-tint",
  violet: "bg-violet-tint",
  muted: "bg-grey-tint",
};

function classesOf(style: SgrStyle): string {
  return cn(
    style.hue !== null && inks[style.hue],
    style.tint !== null && tints[style.tint],
    style.isBold && "font-semibold",
    style.isDim && "text-muted",
    style.isItalic && "italic",
    style.isUnderlined && "underline",
  );
}

/** Output of a program: its colours in the hues of the theme, nothing else of its escape codes. */
export function TerminalText({ text, className }: { text: string; className?: string }) {
  return (
    <pre
      tabIndex={0}
      className={cn(
        "scroll-thin max-h-96 overflow-auto rounded border bg-sunken p-2 font-mono text-sm break-words whitespace-pre-wrap",
        className,
      )}
    >
      {parseSgr(text).map((segment, index) => {
        const classes = classesOf(segment.style);
        return classes === "" ? (
          segment.text
        ) : (
          <span key={index} className={classes}>
            {segment.text}
          </span>
        );
      })}
    </pre>
  );
}
