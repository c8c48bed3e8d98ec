import { answerQuestionSchema } from "#server/contracts/run.ts";
import type { Database, Tx } from "../store/client.ts";
import type { Run, RunCommand } from "../store/generated/client.ts";
import { inTransaction } from "../store/transaction.ts";
import { oweAnswer } from "./answer-question.ts";
import { oweMessage } from "./steer-run.ts";

const MOVED_ON = "the run ended first; the next one begins with it";

/**
 * What people said to a run whose process is gone, and which it never took: the next run of the pair
 * begins with it, so that nothing said is lost. Called while the run is `ending`, so that what comes from
 * now on is owed by itself. Nothing happens when the run is not the caller's any more.
 */
export async function oweUndelivered(
  database: Database,
  owner: { runId: string; fence: number },
): Promise<void> {
  const where = { runId: owner.runId, ...UNDELIVERED };
  if ((await database.prisma.runCommand.count({ where })) === 0) return;
  await inTransaction(database, async (tx) => {
    // Whoever read the run as active holds its lock until its message is stored.
    const [run] = await tx.$queryRaw<Run[]>`
      SELECT * FROM "Run" WHERE "id" = ${owner.runId} AND "fence" = ${owner.fence} AND "state" = 'ending' FOR NO KEY UPDATE`;
    if (!run) return;
    const orderBy = [{ createdAt: "asc" }, { id: "asc" }] as const;
    const commands = await tx.runCommand.findMany({ where, orderBy: [...orderBy] });
    for (const command of commands) await owe(tx, run, command);
    await tx.runCommand.updateMany({
      where: { id: { in: commands.map(({ id }) => id) } },
      data: { state: "failed", error: run.ticketId === null ? "the run has ended" : MOVED_ON },
    });
  });
}

const UNDELIVERED = {
  OR: [
    { kind: "steer", state: { in: ["queued", "sent"] } },
    { kind: "answer", state: "queued" },
  ],
};

async function owe(tx: Tx, run: Run, command: RunCommand): Promise<void> {
  if (run.ticketId === null) return;
  if (command.kind === "answer") {
    const { questionId, answer } = answerQuestionSchema.parse(command.payload);
    const question = await tx.question.findUnique({ where: { id: questionId } });
    if (question) await oweAnswer(tx, run, question, answer, command.actor);
    return;
  }
  const { text } = command.payload as { text: string };
  const author = await tx.user.findUnique({
    where: { handle: command.actor },
    select: { name: true },
  });
  await oweMessage(tx, {
    projectId: run.projectId,
    runId: run.id,
    agent: run.agent,
    ticketId: run.ticketId,
    text,
    actor: { slug: command.actor, name: author?.name ?? command.actor },
  });
}
