import type { GateResult } from "#server/contracts/why.ts";
import type { Candidate } from "#server/core/dispatch/snapshot.ts";
import { pruneGates, recordGates } from "../store/sql/record-gates.ts";
import type { SeenPair } from "../store/sql/record-gates.ts";
import type { WorkerContext } from "./context.ts";

/** Of a pair that looks as it did the last moment is written this often. */
const REFRESH_MS = 60_000;
/** Changes that are kept per automation and ticket. */
const KEPT_CHANGES = 50;
/** More pairs than this are forgotten, which costs one statement and nothing else. */
const MAX_PAIRS = 20_000;

interface Seen {
  /** Codes that refuse and since when the ticket is where it is. */
  mark: string;
  writtenAtMs: number;
  times: number;
}

const memories = new WeakMap<WorkerContext, Map<string, Seen>>();

/**
 * Writes what a look at a project found to the history of its gates, after the decision and outside of
 * every admission: one statement for pairs whose result changed, and once a minute for the others. Its
 * cost follows the candidates that were judged, never the board. Looks without a ticket are left out.
 */
export async function noteGates(
  context: WorkerContext,
  projectId: number,
  judged: readonly { candidate: Candidate; gates: GateResult[] }[],
  now: Date,
): Promise<void> {
  const memory = memories.get(context) ?? new Map<string, Seen>();
  if (memory.size > MAX_PAIRS) memory.clear();
  memories.set(context, memory);
  const pairs = new Map<string, SeenPair>();
  for (const { candidate, gates } of judged) {
    const { ticket } = candidate;
    if (ticket === null) continue;
    const automationId = candidate.automationId ?? candidate.cause;
    const refusals = gates
      .filter((gate) => !gate.pass)
      .map(({ code, expected, actual }) => ({ code, expected, actual }));
    const since = ticket.enteredColumnAt;
    const key = `${projectId}\n${automationId}\n${ticket.id}`;
    const mark = [since.toISOString(), ...refusals.map(({ code }) => code)].join(" ");
    const known = memory.get(key);
    const isSame = known?.mark === mark;
    const times = (isSame ? known.times : 0) + 1;
    if (isSame && now.getTime() - known.writtenAtMs < REFRESH_MS) {
      memory.set(key, { ...known, times });
      continue;
    }
    memory.set(key, { mark, writtenAtMs: now.getTime(), times: 0 });
    pairs.set(key, { automationId, ticketId: ticket.id, since, times, refusals });
  }
  const { prisma } = context.database;
  const changed = await recordGates(prisma, projectId, [...pairs.values()], now);
  await pruneGates(prisma, projectId, changed, KEPT_CHANGES);
}
