"use client";
import type { GateSpan } from "#server/contracts/why.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { useNow } from "#app/_lib/use-now.ts";
import { heldWords } from "./held-words.ts";
import { whyWords } from "./why-words.ts";

/** "14:02 to 14:20 Group busy", newest first: what the engine saw, whatever is true now. */
export function WhyHistory({ history }: { history: readonly GateSpan[] }) {
  const t = useT(whyWords);
  const held = useT(heldWords);
  const format = useFormat();
  const now = useNow(60_000);
  const isSeveral = new Set(history.map(({ automationId }) => automationId)).size > 1;
  return (
    <section>
      <h3 className="mb-1 font-medium">{t("why.history")}</h3>
      {history.length === 0 ? <p className="text-muted">{t("why.historyNone")}</p> : null}
      <ul className="flex flex-col gap-0.5">
        {history.map((span) => {
          const from = format.clock(span.from, now);
          return (
            <li
              key={`${span.automationId}${span.code}${span.from}`}
              className="flex flex-wrap gap-x-2"
              data-held-by={span.code}
            >
              <span className="text-muted" suppressHydrationWarning>
                {span.until === null
                  ? t("why.spanOpen", { from })
                  : t("why.span", { from, until: format.clock(span.until, now) })}
              </span>
              <span>{held(span.code)}</span>
              <span className="font-mono text-xs text-muted">{span.code}</span>
              {isSeveral ? (
                <span className="text-muted">{t("why.by", { name: span.automationName })}</span>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
