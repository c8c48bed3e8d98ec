import type { RunDetail } from "#server/contracts/run.ts";
import type { Tx } from "../store/client.ts";
import type { Run } from "../store/generated/client.ts";

/**
 * Whether a person may work in the session of a run, and who does (ux 36). The command comes only when the
 * pair is at rest: two at one session would split the conversation.
 */
export async function readTakeover(
  tx: Tx,
  run: Pick<Run, "id" | "projectId" | "agent" | "ticketId" | "state" | "isDemo">,
): Promise<Pick<RunDetail, "canTakeOver" | "takeover">> {
  const { projectId, agent, ticketId } = run;
  const nothing = { canTakeOver: false, takeover: null };
  if (ticketId === null || run.isDemo) return nothing;
  const pair = { projectId, agent, ticketId };
  const session = await tx.agentSession.findUnique({ where: { projectId_agent_ticketId: pair } });
  const newest = await tx.run.findFirst({
    where: pair,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true },
  });
  if (!session?.isStarted || newest?.id !== run.id) return nothing;
  const { takenOverBy: by, takenOverAt: at } = session;
  if (by === null || at === null) {
    return { canTakeOver: run.state !== "ending" && run.state !== "queued", takeover: null };
  }
  const command =
    run.state === "ended"
      ? `cd ${quoted(session.cwd)} && claude --resume ${session.sessionId}`
      : null;
  return { canTakeOver: false, takeover: { by, at: at.toISOString(), command } };
}

/** As a shell takes it for one word. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
