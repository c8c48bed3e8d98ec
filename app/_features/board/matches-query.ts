import {
  comparable,
  dayOf,
  isFlag,
  prioritiesOf,
  statesOf,
  type QueryToken,
} from "#server/contracts/ticket-query.ts";
import type { Card } from "#server/contracts/ticket.ts";
import { priorities } from "#server/contracts/words.ts";

/** null: a card does not tell. */
function isMatch(card: Card, token: QueryToken): boolean | null {
  const value = token.value.toLowerCase();
  switch (token.kind) {
    case "number":
      return card.id === Number(value);
    case "assignee":
      return card.assignedTo !== null && card.assignedTo.toLowerCase().startsWith(value);
    case "label":
      return card.labels.some((label) => comparable(label.name) === comparable(value));
    case "priority":
      return prioritiesOf(value).includes(priorities.indexOf(card.priority));
    case "column":
      return comparable(card.status) === comparable(value);
    case "since":
      return new Date(card.updatedAt) >= (dayOf(value) ?? new Date(0));
    case "until":
      return new Date(card.updatedAt) < (dayOf(value) ?? new Date(0));
    case "by":
      return null;
    case "is":
      if (isFlag(token, "unassigned")) return card.assignedTo === null;
      if (isFlag(token, "deleted")) return card.deletedAt !== undefined;
      if (isFlag(token, "archived")) return null;
      return card.state !== null && statesOf(token).includes(card.state.word);
    case "text":
      return card.title.toLowerCase().includes(value);
  }
}

/**
 * What a loaded card tells at once, until the server has answered: text is looked for in the title only,
 * and a token that a card says nothing about is taken to hold.
 */
export function matchesQuery(card: Card, tokens: readonly QueryToken[]): boolean {
  return tokens.every((token) => {
    const found = isMatch(card, token);
    return found === null || found !== token.isNegated;
  });
}
