import type { Sentence } from "#server/contracts/why.ts";
import type { ActorKind } from "#server/contracts/words.ts";
import { momentText, say } from "./sentence.ts";

/** "Ada moved it from Todo to Review"; a rule is named as one. */
export function moveSentence(move: {
  actor: string;
  actorKind: ActorKind;
  from: string;
  to: string;
}): Sentence {
  const { actor, from, to } = move;
  return say(move.actorKind === "automation" ? "past.moved_by_rule" : "past.moved", {
    actor,
    from,
    to,
  });
}

/** "Ada stopped programmer". */
export function stopSentence(actor: string, agent: string): Sentence {
  return say("past.stopped", { actor, agent });
}

/** "Claude limit: 14 tickets wait, opens 02:00" (ux 7). */
export function limitSentence(waiting: number, until: Date): Sentence {
  const key = waiting === 1 ? "notice.provider_limit.one" : "notice.provider_limit";
  return say(key, { count: waiting, until: momentText(until) });
}
