import { systemActor } from "#server/contracts/actor.ts";
import { loopSentence } from "#server/core/dispatch/loop.ts";
import type { LoopEvidence } from "#server/core/dispatch/loop.ts";
import { activityActor, writeActivity } from "../store/activity.ts";
import type { Database, Tx } from "../store/client.ts";
import { inTransaction } from "../store/transaction.ts";
import { addComment } from "./apply-actions.ts";

/** A ticket the loop detector holds. */
export interface LoopReport {
  projectId: number;
  ticket: { id: number; number: number };
  agent: string | null;
  evidence: LoopEvidence;
  /** Revision of the last human event: of one loop, one report. */
  sinceRevision: number;
  now: Date;
}

/** Kind of the row under Needs you. */
const KIND = "loop";

/**
 * Posts one comment with the evidence and asks a person, once per ticket since a person last touched it;
 * answers whether it did. The hold itself is the gate's and needs no row (rule 15).
 */
export async function reportLoop(database: Database, report: LoopReport): Promise<boolean> {
  return inTransaction(database, async (tx) => {
    const { projectId, ticket, evidence, now } = report;
    await tx.$executeRaw`SELECT 1 FROM "Ticket" WHERE "id" = ${ticket.id} FOR NO KEY UPDATE`;
    if (await isReported(tx, report)) return false;
    const sentence = loopSentence(evidence);
    await tx.inboxItem.create({
      data: {
        projectId,
        ticketId: ticket.id,
        kind: KIND,
        data: {
          agent: report.agent,
          text: sentence.text,
          sentence: { ...sentence },
          sinceRevision: report.sinceRevision,
        },
        createdAt: now,
      },
    });
    const scope = { projectId, ticketId: ticket.id, now };
    const comment = await addComment(tx, scope, "system", commentOf(evidence), "system");
    await tx.ticket.update({ where: { id: ticket.id }, data: { lastActivityAt: now } });
    await writeActivity(tx, {
      projectId,
      ticket,
      actor: activityActor(systemActor),
      kind: "comment_added",
      data: { comment },
    });
    return true;
  });
}

async function isReported(tx: Tx, { ticket, sinceRevision }: LoopReport): Promise<boolean> {
  const found = await tx.inboxItem.count({
    where: {
      ticketId: ticket.id,
      kind: KIND,
      data: { path: ["sinceRevision"], equals: sinceRevision },
    },
  });
  return found > 0;
}

function commentOf(evidence: LoopEvidence): string {
  const runs =
    evidence.kind === "changes"
      ? ""
      : ` Runs: ${evidence.runs.map((id) => id.slice(0, 8)).join(", ")}.`;
  return `${loopSentence(evidence).text}.${runs} Nothing starts here by itself until a person comments, moves the ticket or presses Run.`;
}
