import type { RunSession } from "./run-session.ts";

/**
 * Messages and interrupts are stored as sent before the keeper gets them. A worker that died in between
 * leaves it open whether it did, so they are sent again with their ids, which a keeper that had them
 * ignores (rule 11). An interrupt was meant for the process of its time only.
 */
export async function sendAgain({ context, run, n, keeper }: RunSession): Promise<void> {
  const { prisma } = context.database;
  const sent = await prisma.runCommand.findMany({
    where: { runId: run.id, kind: { in: ["steer", "interrupt"] }, state: "sent" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  if (sent.length === 0) return;
  const begun = await prisma.runEvent.findFirst({
    where: { runId: run.id, processNumber: n, kind: "run_started" },
    select: { at: true },
  });
  for (const { id, kind, payload, createdAt } of sent) {
    if (kind === "steer") {
      const { text } = payload as { text: string };
      await keeper.send({ id, kind: "user", text });
    } else if (begun !== null && createdAt > begun.at) {
      await keeper.send({ id, kind: "interrupt" });
    }
  }
}
