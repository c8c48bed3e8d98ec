import type { SmallestChange } from "#server/contracts/why.ts";
import type { ActiveRunFacts } from "./snapshot.ts";
import { momentText, say } from "./sentence.ts";
import type { SentenceKey } from "./sentence-texts.ts";

/** A smallest change in words, with the one write that does it where there is one. */
export function suggest(
  key: SentenceKey,
  values: Record<string, string | number> = {},
  write: SmallestChange["write"] = null,
): SmallestChange {
  return { sentence: say(key, values), write };
}

/** "Wait until …"; null where nobody knows until when. */
export function waitUntil(until: Date | null): SmallestChange | null {
  return until === null ? null : suggest("change.wait_until", { until: momentText(until) });
}

/** "Wait for programmer on #41, about 6 min". */
export function waitForRun(run: ActiveRunFacts, now: Date): SmallestChange {
  if (run.ticketNumber === null) return suggest("change.wait_for_ticketless", { agent: run.agent });
  const values = { agent: run.agent, ticket: run.ticketNumber };
  const end = run.expectedEndAt ?? null;
  if (end === null || end.getTime() <= now.getTime()) return suggest("change.wait_for_run", values);
  const minutes = Math.max(1, Math.round((end.getTime() - now.getTime()) / 60_000));
  return suggest("change.wait_for_run_minutes", { ...values, minutes });
}
