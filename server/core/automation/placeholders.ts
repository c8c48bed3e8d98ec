import type { TicketFacts } from "../dispatch/snapshot.ts";

/** Replaces `{name}` where the value is known; other braces stay as they are. */
export function fillPlaceholders(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{([A-Za-z]+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Values for texts about a ticket; empty where there is none. */
export function ticketPlaceholders(ticket: TicketFacts | null): Record<string, string> {
  return {
    ticketId: ticket === null ? "" : String(ticket.number),
    ticketTitle: ticket?.title ?? "",
    title: ticket?.title ?? "",
    assignee: ticket?.assignee ?? "",
    previousAssignee: ticket?.assignee ?? "",
  };
}
