"use client";
import { useEffect, useState } from "react";
import type { IfSaved } from "#server/contracts/simulation.ts";
import { Button } from "#app/_components/button.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { useFormat } from "#app/_lib/use-format.ts";
import { ifSavedWords } from "./if-saved-words.ts";
import { nameTickets } from "./name-tickets.ts";

/** A look that takes longer says so. */
const SLOW_MS = 1_000;

/** What saving the text would do at once, as one sentence that is always current (ux.md 12). */
export function IfSavedPanel({
  ifSaved,
  isChecking,
  isBroken,
  onSimulate,
}: {
  ifSaved: IfSaved | null;
  isChecking: boolean;
  /** The text is refused as a whole. */
  isBroken: boolean;
  onSimulate: () => void;
}) {
  const t = useT(ifSavedWords);
  const isSlow = useIsSlow(isChecking);
  return (
    <section
      aria-label={t("title")}
      aria-busy={isChecking}
      data-if-saved
      className="shrink-0 border-t bg-surface px-3 py-2"
    >
      <header className="flex items-center gap-2">
        <h3 className="font-semibold">{t("title")}</h3>
        <span className="flex-1 text-sm text-muted" role="status">
          {isSlow ? t("looking") : ""}
        </span>
        <Button size="small" disabled={isBroken} onClick={onSimulate}>
          {t("simulate")}
        </Button>
      </header>
      {isBroken ? (
        <p className="text-red">{t("broken")}</p>
      ) : ifSaved === null ? (
        <p className="text-muted">{t("looking")}</p>
      ) : (
        <Consequences ifSaved={ifSaved} />
      )}
    </section>
  );
}

function Consequences({ ifSaved }: { ifSaved: IfSaved }) {
  const t = useT(ifSavedWords);
  const say = useSentence();
  const sentence = useSentenceParts(ifSaved);
  const { tests } = ifSaved;
  const remarks = [
    ...ifSaved.neverFires.map(({ automationId, reason }) =>
      t("never", { rule: automationId, reason: say(reason) }),
    ),
    ...ifSaved.loops.map((path) => t("loop", { path: path.join(" → ") })),
    ...ifSaved.sameFolder.map((pair) => t("sameFolder", { pair: [...new Set(pair)].join(", ") })),
    ...(ifSaved.isCut ? [t("cut")] : []),
  ];
  return (
    <div className="scroll-thin max-h-40 overflow-y-auto break-words">
      <p>{sentence}</p>
      {remarks.map((remark) => (
        <p key={remark} className="text-amber">
          {remark}
        </p>
      ))}
      {tests.failed.map((test) => (
        <p key={test.message} className="text-red">
          {t("testFails", test)}
        </p>
      ))}
    </div>
  );
}

/** "Starts now #12, #14 · then 37 more · ≈ $28–61 · cap reached after about 14 · 2 of 2 examples pass". */
function useSentenceParts(ifSaved: IfSaved): string {
  const t = useT(ifSavedWords);
  const format = useFormat();
  const { startsNow, thenMore, costUsd, capReachedAfter, tests } = ifSaved;
  const low = format.moneyShort(costUsd.low);
  const high = format.moneyShort(costUsd.high);
  const examples = tests.passed + tests.failed.length;
  const parts = [
    startsNow.length === 0
      ? t("startsNothing")
      : t("startsNow", {
          tickets: nameTickets(startsNow, startsNow.length, (tickets, count) =>
            t("andMore", { tickets, count }),
          ),
        }),
    thenMore > 0 ? t("thenMore", { count: thenMore }) : null,
    costUsd.high > 0 ? t(low === high ? "costOne" : "cost", { low, high }) : null,
    capReachedAfter === null ? null : t("capAfter", { count: capReachedAfter }),
    examples > 0 ? t("testsPass", { count: examples, passed: tests.passed }) : null,
  ];
  return parts.filter((part) => part !== null).join(" · ");
}

function useIsSlow(isBusy: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isBusy) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isBusy]);
  return isSlow;
}
