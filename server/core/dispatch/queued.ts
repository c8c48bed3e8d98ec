import type { Sentence, SmallestChange } from "#server/contracts/why.ts";
import { say } from "./sentence.ts";

/**
 * When the turn of a start comes that a gate holds: "next after #41, about 6 min" (ux.md 35), from what
 * would let it pass. What a person asked for is first in line, so nothing else is before it.
 */
export function queuedSentence(change: SmallestChange | null): Sentence {
  const { key = "", values = {} } = change?.sentence ?? {};
  switch (key) {
    case "change.wait_for_run_minutes":
      return say("queued.after_minutes", values);
    case "change.wait_for_run":
    case "change.wait_for_reserved":
    case "change.answer_parked":
      return say("queued.after", values);
    case "change.wait_for_ticketless":
      return say("queued.after_run", values);
    case "change.wait_until":
      return say("queued.until", values);
    default:
      return say("queued.first");
  }
}
