import { isRecord } from "../automation/parse-node.ts";

/** A booking as the cost log has it (compat §5.4), with the number that says where to go on. */
export interface ExportedCost {
  ledgerId: number;
  at: Date;
  agent: string;
  ticketNumber: number | null;
  model: string | null;
  usdCost: number;
  durationSeconds: number;
  exitCode: number | null;
}

/**
 * dispatch-state.json with our sessions in it; everything else stays as it is. null: the text is no JSON
 * object and must not be replaced.
 */
export function withSessions(
  text: string | null,
  sessions: readonly { agent: string; ticketNumber: number; sessionId: string }[],
): string | null {
  let root: unknown = {};
  if (text !== null && text.trim() !== "") {
    try {
      root = JSON.parse(text.replace(/^\uFEFF/, ""));
    } catch {
      return null;
    }
  }
  if (!isRecord(root)) return null;
  const before = isRecord(root["_sessions"]) ? root["_sessions"] : {};
  const own = sessions.map(({ agent, ticketNumber, sessionId }): [string, string] => [
    `${agent}:${ticketNumber}`,
    sessionId,
  ]);
  const next = { ...root, _sessions: { ...before, ...Object.fromEntries(own) } };
  return `${JSON.stringify(next, null, 2)}\n`;
}

/** Lines of ours are marked, so that no import takes them for somebody else's. */
export function costText(cost: ExportedCost): string {
  return JSON.stringify({
    At: cost.at.toISOString(),
    Agent: cost.agent,
    TicketId: cost.ticketNumber,
    Model: cost.model ?? "",
    InputTokens: 0,
    OutputTokens: 0,
    CacheReadTokens: 0,
    CacheWriteTokens: 0,
    UsdCost: cost.usdCost,
    DurationSeconds: cost.durationSeconds,
    ExitCode: cost.exitCode ?? 0,
    Source: "signalbox",
    LedgerId: cost.ledgerId,
  });
}

/** The last booking that a cost log has; 0 = none. */
export function lastLedgerId(text: string): number {
  const ids = [...text.matchAll(/"Source":"signalbox","LedgerId":(\d{1,15})\}/g)];
  return Math.max(0, ...ids.slice(-1).map(([, id]) => Number(id)));
}
