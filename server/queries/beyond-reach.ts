import type { Tx } from "../store/client.ts";

const NAMED = 10;
const MAX_CALLS = 2_000;
const MAX_COMMAND = 200;

/** `git push`, also behind options and in a chain of commands. */
const push = /\bgit\b[^|;&\n]*\bpush\b/;
const network = /\b(?:curl|wget|gh|ssh|scp|rsync|npm publish|docker push|kubectl|aws|gcloud)\b/;
/** The board itself: what it did there is undone here. */
const board = /SIGNALBOX_API_URL|KITTYCLAW_API_URL/;

/** Commands of a run that no undo can take back, as far as its events tell. */
export async function readBeyondReach(
  prisma: Tx,
  runId: string,
  since: Date | null,
): Promise<{ pushes: string[]; network: string[] }> {
  const calls = await prisma.runEvent.findMany({
    where: {
      runId,
      kind: "tool_call",
      ...(since === null ? {} : { at: { gt: since } }),
      payload: { path: ["tool"], equals: "Bash" },
    },
    select: { payload: true },
    orderBy: { seq: "asc" },
    take: MAX_CALLS,
  });
  const commands = calls.flatMap(({ payload }) => {
    const { input } = payload as { input?: { command?: unknown } };
    return typeof input?.command === "string" ? [input.command] : [];
  });
  const named = (found: string[]) =>
    [...new Set(found)].slice(0, NAMED).map((command) => command.slice(0, MAX_COMMAND));
  return {
    pushes: named(commands.filter((command) => push.test(command))),
    network: named(commands.filter((command) => network.test(command) && !board.test(command))),
  };
}
