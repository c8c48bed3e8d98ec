import type { Card } from "#server/contracts/ticket.ts";
import type { Sentence } from "#server/contracts/why.ts";

/** What a screen reader hears of a card: number, title, unread, state, reason, assignee (ux 29). No ticking numbers. */
export function cardName(
  card: Card,
  words: {
    unread: string;
    state: string | null;
    priority: string;
    deleted: string | null;
    /** Who else has it open. */
    open: string | null;
    picked: string | null;
    say: (sentence: Sentence) => string;
  },
): string {
  const reason = card.state?.reason ? words.say(card.state.reason) : null;
  const unread = card.unread ? words.unread : null;
  return [
    `${card.id} ${card.title}`,
    words.picked,
    words.deleted,
    unread,
    words.state,
    reason,
    words.priority,
    card.assignedTo,
    words.open,
  ]
    .filter((part) => part !== null && part !== "")
    .join(", ");
}
