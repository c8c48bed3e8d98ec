import { suggest, waitUntil } from "../change.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { momentText, say } from "../sentence.ts";
import type { SentenceKey } from "../sentence-texts.ts";

/** What ends a sleep, so it is not held by it. */
const wakingCauses = new Set(["wake", "answer", "message", "given_back"]);

/** Wakes that are an event, not a time. */
const wakes = new Map<string, SentenceKey>([
  ["answer", "gate.SLEEPING.answer"],
  ["budget", "gate.SLEEPING.budget"],
  ["children", "gate.SLEEPING.children"],
  ["lost", "gate.SLEEPING.lost"],
]);

/** DORMANT: names what it waits for. */
export const sleeping: Gate = {
  judge({ pair, candidate, snapshot }) {
    const sleep = pair?.sleepsUntil ?? null;
    if (sleep === null || wakingCauses.has(candidate.cause)) return notApplicable;
    const isOver = sleep.until !== null && sleep.until.getTime() <= snapshot.now.getTime();
    return {
      pass: isOver,
      expected: "awake",
      actual: { kind: sleep.kind },
      until: isOver ? null : sleep.until,
    };
  },
  sentence({ pair, agent }) {
    const sleep = pair?.sleepsUntil ?? null;
    const who = { agent: agent ?? "" };
    if (sleep === null || sleep.until === null) {
      const key = sleep === null ? undefined : wakes.get(sleep.kind);
      return key === undefined
        ? say("gate.SLEEPING", { ...who, wake: sleep?.kind ?? "" })
        : say(key, who);
    }
    return say("gate.SLEEPING.until", { ...who, until: momentText(sleep.until) });
  },
  change: ({ pair }) => waitUntil(pair?.sleepsUntil?.until ?? null) ?? suggest("change.press_run"),
};
