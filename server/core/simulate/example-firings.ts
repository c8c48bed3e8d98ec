import { resolveRunRequest } from "../automation/resolve.ts";
import type { Automation } from "../automation/automation.ts";
import { isNamed } from "../automation/mentions.ts";
import type { Example, ExampleTicket } from "../automation/parse-examples.ts";
import { levelCandidate } from "../dispatch/candidates.ts";
import type { OwedFiring } from "../dispatch/candidates.ts";
import type { DispatchSnapshot, TicketFacts } from "../dispatch/snapshot.ts";

/** What the comments of an example's ticket make owed, one firing per automation that reads them. */
export function owedByExample(
  snapshot: DispatchSnapshot,
  ticket: TicketFacts,
  example: Example,
): OwedFiring[] {
  const given = example.given.tickets.find(({ number }) => number === ticket.number);
  const comments = given?.comments ?? [];
  return snapshot.config.automations.flatMap((automation, index) =>
    comments.some((comment) => isRead(snapshot, ticket, automation, comment))
      ? [
          {
            id: index + 1,
            automationId: automation.id,
            agent: null,
            cause: "trigger" as const,
            dueAt: snapshot.now,
            createdAt: snapshot.now,
            failures: 0,
            payload: {},
            requestedBy: null,
            isForced: false,
          },
        ]
      : [],
  );
}

/** By one of the authors; without any, by anybody but the agent that would be woken (rule 15). */
function isRead(
  snapshot: DispatchSnapshot,
  ticket: TicketFacts,
  automation: Automation,
  { author, content }: ExampleTicket["comments"][number],
): boolean {
  const { trigger } = automation;
  if (trigger.type !== "ticketCommentAdded") return false;
  const by = author.toLowerCase();
  const isByReadAuthor =
    trigger.authors.length > 0
      ? trigger.authors.some((name) => name.toLowerCase() === by)
      : by !== "automation" &&
        by !== "system" &&
        resolveRunRequest(snapshot, levelCandidate(automation.id, ticket)).agent !== author;
  return isByReadAuthor && isNamed(content, trigger.mentions);
}
