import type { RunEventPayload } from "#server/contracts/run-event.ts";
import type { RunSession } from "./run-session.ts";

/**
 * The list of steps as the conversation left it, from its newest stored state: a CLI that keeps the list
 * itself names steps by number only, also in a later process.
 */
export async function restoreTodo({ context, run, normaliser }: RunSession): Promise<void> {
  const { projectId, agent, ticketId, sessionId } = run;
  if (ticketId === null || sessionId === null) return;
  const last = await context.database.prisma.runEvent.findFirst({
    where: { kind: "todo", parent: null, run: { projectId, agent, ticketId, sessionId } },
    orderBy: [{ run: { createdAt: "desc" } }, { seq: "desc" }],
    select: { payload: true },
  });
  if (last) normaliser.knowTodo((last.payload as RunEventPayload<"todo">).items);
}
