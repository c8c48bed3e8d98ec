import type { AutomationVerdict, GateSpan } from "#server/contracts/why.ts";
import { gateCodeSchema } from "#server/contracts/words.ts";
import type { Tx } from "../store/client.ts";

/** More changes than the history keeps for one automation. */
const MAX_ROWS = 400;

/** A stored change: the gate refused from `from` on, or let through again. */
export interface GateChange {
  automationId: string;
  code: string;
  isPassing: boolean;
  from: Date;
  lastSeenAt: Date;
  count: number;
}

/** The stored changes of one ticket, newest first. */
export async function readGateChanges(
  tx: Tx,
  projectId: number,
  ticketId: number,
): Promise<GateChange[]> {
  const rows = await tx.gateResult.findMany({
    where: { projectId, ticketId },
    orderBy: { id: "desc" },
    take: MAX_ROWS,
    select: {
      automationId: true,
      code: true,
      isPassing: true,
      firstSeenAt: true,
      lastSeenAt: true,
      count: true,
    },
  });
  return rows.map(({ firstSeenAt, ...row }) => ({ ...row, from: firstSeenAt }));
}

/**
 * What held the ticket, newest first: a refusal lasts until the gate let through again, else until it was
 * last seen; one that the present evaluation finds too goes on (`until` null).
 */
export function spansOf(
  changes: readonly GateChange[],
  verdicts: readonly AutomationVerdict[],
  names: ReadonlyMap<string, string>,
): GateSpan[] {
  const ended = new Map<string, GateChange>();
  const isNewest = new Set<string>();
  return changes.flatMap((change): GateSpan[] => {
    const key = `${change.automationId}\n${change.code}`;
    const next = ended.get(key);
    ended.set(key, change);
    const isFirst = !isNewest.has(key);
    isNewest.add(key);
    const code = gateCodeSchema.safeParse(change.code);
    if (change.isPassing || !code.success) return [];
    const isOn = isFirst && isRefusing(verdicts, change.automationId, change.code);
    const until = next?.isPassing === true ? next.from : change.lastSeenAt;
    return [
      {
        automationId: change.automationId,
        automationName: names.get(change.automationId) ?? change.automationId,
        code: code.data,
        from: change.from.toISOString(),
        until: isOn ? null : until.toISOString(),
        count: change.count,
      },
    ];
  });
}

/** Verdicts with `since` of every gate the history knows: since when it refuses, or lets through. */
export function withSince(
  verdicts: readonly AutomationVerdict[],
  changes: readonly GateChange[],
): AutomationVerdict[] {
  return verdicts.map((verdict) => ({
    ...verdict,
    gates: verdict.gates.map((gate) => {
      const newest = changes.find(
        (change) => change.automationId === verdict.automationId && change.code === gate.code,
      );
      const isSame = newest !== undefined && newest.isPassing === (gate.pass && !gate.forced);
      return isSame ? { ...gate, since: newest.from.toISOString() } : gate;
    }),
  }));
}

function isRefusing(
  verdicts: readonly AutomationVerdict[],
  automationId: string,
  code: string,
): boolean {
  return verdicts.some(
    (verdict) =>
      verdict.automationId === automationId &&
      verdict.gates.some((gate) => gate.code === code && !gate.pass),
  );
}
