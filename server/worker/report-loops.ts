import type { GateResult } from "#server/contracts/why.ts";
import { createGateContext } from "#server/core/dispatch/context.ts";
import { findLoop } from "#server/core/dispatch/loop.ts";
import type { Candidate, DispatchSnapshot } from "#server/core/dispatch/snapshot.ts";
import { reportLoop } from "../commands/report-loop.ts";
import type { WorkerContext } from "./context.ts";

/** Tells people of every ticket that this look found going round in circles, once per loop. */
export async function reportLoops(
  { database, log }: WorkerContext,
  snapshot: DispatchSnapshot,
  refusals: readonly { candidate: Candidate; gates: GateResult[] }[],
): Promise<void> {
  const held = refusals.filter(({ gates }) =>
    gates.some(({ code, pass }) => code === "LOOP_SUSPECTED" && !pass),
  );
  if (held.length === 0) return;
  const rows = await database.prisma.inboxItem.findMany({
    where: {
      kind: "loop",
      ticketId: { in: held.flatMap(({ candidate }) => candidate.ticket?.id ?? []) },
    },
    select: { ticketId: true, data: true },
  });
  const known = new Set(
    rows.map(
      ({ ticketId, data }) => `${ticketId} ${(data as { sinceRevision?: number }).sinceRevision}`,
    ),
  );
  for (const { candidate } of held) {
    const { ticket } = candidate;
    if (ticket === null) continue;
    const { agent } = createGateContext(snapshot, candidate);
    const evidence = findLoop(ticket.loop, agent);
    const sinceRevision = ticket.loop?.sinceRevision ?? 0;
    const key = `${ticket.id} ${sinceRevision}`;
    if (evidence === null || known.has(key)) continue;
    known.add(key);
    const isNew = await reportLoop(database, {
      projectId: snapshot.project.id,
      ticket: { id: ticket.id, number: ticket.number },
      agent,
      evidence,
      sinceRevision,
      now: snapshot.now,
    });
    if (isNew) log.warn({ ticket: ticket.number, agent, loop: evidence.kind }, "loop suspected");
  }
}
