import type { Actor } from "#server/contracts/actor.ts";
import type { ImportReport } from "#server/contracts/import.ts";
import type { DispatchState } from "#server/core/import/dispatch-state.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";

interface SessionsInput {
  projectId: number;
  actor: Actor;
  state: DispatchState;
  /** Where the conversations were held. */
  cwd: string;
  now: Date;
}

type Answer = ImportReport["sessions"];

/**
 * Conversations of imported tickets become sessions that the next run of the pair resumes. A ticket of
 * our own with the same number is another ticket: its agent would go on with a stranger's conversation
 * (ux.md 3). A pair that has run here keeps its own session. They are taken to have begun with the skill
 * as it is now, so that they are resumed and not begun anew (rule 30).
 */
export async function importSessions(database: Database, input: SessionsInput): Promise<Answer> {
  const { projectId, actor, state, cwd, now } = input;
  return inTransaction(database, async (tx) => {
    const answer: Answer = {
      imported: 0,
      kept: state.unusedSessions,
      skipped: state.badSessions.map((key) => ({ key, reason: "unreadable" as const })),
    };
    const numbers = state.sessions.map(({ ticketNumber }) => ticketNumber);
    const tickets = await tx.$queryRaw<{ id: number; number: number }[]>`
      SELECT t."id", t."number" FROM "Ticket" t
       WHERE t."projectId" = ${projectId} AND t."number" = ANY(${numbers}::int[]) AND t."deletedAt" IS NULL
         AND EXISTS (SELECT 1 FROM "Activity" a WHERE a."ticketId" = t."id" AND a."kind" = 'ticket_imported')`;
    const ids = new Map(tickets.map(({ id, number }) => [number, id]));
    const skills = await tx.skill.findMany({
      where: { projectId },
      select: { agent: true, hash: true, version: true },
    });
    const skillOf = new Map(skills.map((skill) => [skill.agent, skill]));
    const runs = await tx.run.findMany({
      where: { projectId, ticketId: { in: [...ids.values()] } },
      select: { agent: true, ticketId: true },
      distinct: ["agent", "ticketId"],
    });
    const used = new Set(runs.map(({ agent, ticketId }) => `${agent}:${ticketId}`));
    const { revision } = await tx.projectRevision.findUniqueOrThrow({ where: { projectId } });
    for (const { agent, ticketNumber, sessionId } of state.sessions) {
      const ticketId = ids.get(ticketNumber);
      const key = `${agent}:${ticketNumber}`;
      if (ticketId === undefined || used.has(`${agent}:${ticketId}`)) {
        answer.skipped.push({ key, reason: ticketId === undefined ? "no_ticket" : "in_use" });
        continue;
      }
      const skill = skillOf.get(agent);
      const row = {
        sessionId,
        cwd,
        isStarted: true,
        skillHash: skill?.hash ?? null,
        skillVersion: skill?.version ?? null,
        // What stands on the board by now is what it was told; the rest is news.
        lastRevision: revision,
        updatedAt: now,
      };
      await tx.agentSession.upsert({
        where: { projectId_agent_ticketId: { projectId, agent, ticketId } },
        create: { projectId, agent, ticketId, ...row },
        update: row,
      });
      answer.imported += 1;
    }
    if (answer.imported > 0) {
      await writeActivity(tx, {
        projectId,
        ticket: null,
        actor: activityActor(actor),
        kind: "project_imported",
        data: { sessions: answer.imported },
      });
    }
    return answer;
  });
}
