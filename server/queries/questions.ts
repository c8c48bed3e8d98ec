import type { OpenQuestion } from "#server/contracts/ticket.ts";
import type { Question } from "#server/store/generated/client.ts";

/** A question as it crosses the wire; `ticket` is the ticket's number. */
export function toQuestion(row: Question, ticketNumber: number | null): OpenQuestion {
  return {
    id: row.id,
    runId: row.runId,
    ticket: ticketNumber,
    kind: row.kind as OpenQuestion["kind"],
    state: row.state as OpenQuestion["state"],
    payload: row.payload as Record<string, unknown>,
    answer: row.answer,
    answeredBy: row.answeredBy,
    createdAt: row.createdAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
  };
}
