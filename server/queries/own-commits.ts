import { isOwnCommit } from "../core/run/own-commits.ts";
import type { RunCommandSpan } from "../core/run/own-commits.ts";
import { isReadOnlyCommand } from "../core/run/read-only-command.ts";
import type { CommitTest } from "../lib/checkpoints/revert-commits.ts";
import type { Tx } from "../store/client.ts";

const SAID_WITHIN_CHARS = 20_000;

interface EventRow {
  kind: string;
  at: Date;
  payload: { callId?: unknown; tool?: string; input?: { command?: unknown } };
  text: string | null;
}

/**
 * Tells a run's own commits from those that others made in its folder meanwhile. A run that another
 * worker took over was told late, so the times of its commands say nothing: then all are its own.
 */
export async function readOwnCommits(prisma: Tx, runId: string): Promise<CommitTest> {
  const events = await prisma.$queryRaw<EventRow[]>`
    SELECT "kind", "at", "payload" - 'text' AS "payload",
           LEFT("payload"->>'text', ${SAID_WITHIN_CHARS}::int) AS "text"
      FROM "RunEvent"
     WHERE "runId" = ${runId} AND "kind" IN ('tool_call', 'tool_result', 'readopted')
     ORDER BY "seq"`;
  if (events.some(({ kind }) => kind === "readopted")) return () => true;
  const commands = new Map<unknown, RunCommandSpan>();
  for (const { kind, at, payload, text } of events) {
    const { callId, tool, input } = payload;
    if (kind === "tool_call") {
      const command = input?.command;
      if (tool === "Bash" && typeof command === "string" && isReadOnlyCommand(command)) continue;
      if (tool === "Bash" || tool?.startsWith("mcp__")) {
        commands.set(callId, { beganAt: at, endedAt: null, output: "" });
      }
      continue;
    }
    const known = commands.get(callId);
    if (known) commands.set(callId, { ...known, endedAt: at, output: text ?? "" });
  }
  const spans = [...commands.values()];
  return (commit) => isOwnCommit(commit, spans);
}
