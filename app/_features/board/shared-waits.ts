import type { Card } from "#server/contracts/ticket.ts";
import type { Sentence } from "#server/contracts/why.ts";

export interface SharedWait {
  sentence: Sentence;
  count: number;
}

const sharedFrom = 3;

/** Reasons that three or more cards of a column share: the head says them once (ux 15), most common first. */
export function sharedWaits(cards: readonly Card[]): SharedWait[] {
  const byText = new Map<string, SharedWait>();
  for (const card of cards) {
    const sentence = card.state?.word === "waits" ? card.state.reason : null;
    if (!sentence) continue;
    const known = byText.get(sentence.text);
    byText.set(sentence.text, { sentence, count: (known?.count ?? 0) + 1 });
  }
  return [...byText.values()]
    .filter((wait) => wait.count >= sharedFrom)
    .toSorted((a, b) => b.count - a.count);
}
