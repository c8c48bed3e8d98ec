export interface LegendEntry {
  look: "spent" | "estimated" | "reserved" | "cap";
  text: string;
}

/** The same classes colour the bars and their names. */
export const barLooks = {
  spent: "fill-(--accent)",
  estimated: "fill-(--accent) [fill-opacity:0.5]",
  reserved: "fill-(--line-strong)",
} as const;

export function Legend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul className="flex flex-wrap gap-x-3 text-sm text-muted">
      {entries.map(({ look, text }) => (
        <li key={look} className="flex items-center gap-1.5">
          <svg width="12" height="10" aria-hidden className="shrink-0">
            {look === "cap" ? (
              <line x1="0" x2="12" y1="5" y2="5" className={capLook} strokeDasharray="4 3" />
            ) : (
              <rect y="1" width="10" height="8" rx="1.5" className={barLooks[look]} />
            )}
          </svg>
          {text}
        </li>
      ))}
    </ul>
  );
}

export const capLook = "stroke-(--amber) [stroke-width:1.5]";
