import { changesField, movesOf, readLog, readPlaces } from "./read-log.ts";
import type { LogRow } from "./read-log.ts";
import { triggerAs } from "./poller.ts";
import type { Occurrence, Poller, Turn } from "./poller.ts";
import { takeTurn } from "./take-turn.ts";

/**
 * Tickets that moved as the trigger says, each with its newest such move. A move by the automation's
 * own action counts for others only (rule 15). A ticket that has left `to` again is not selected.
 */
export const pollStatusChanges: Poller = {
  readsLogOnly: true,
  poll: (job) => takeTurn(job, async (turn) => ({ occurrences: await findMoves(turn) })),
};

async function findMoves(turn: Turn): Promise<Occurrence[]> {
  const { automation } = turn;
  const { from, to, silenceSeconds } = triggerAs(automation, "statusChange");
  const newest = new Map<number, { row: LogRow; from: string; to: string }>();
  for (const row of await readLog(turn, changesField("status"))) {
    if (row.automationId === automation.id) continue;
    for (const move of movesOf(row)) {
      const isMatch = (from ?? move.from) === move.from && (to ?? move.to) === move.to;
      if (isMatch) newest.set(row.ticketId, { row, ...move });
    }
  }
  if (newest.size === 0) return [];
  const places = await readPlaces(turn.tx, { id: { in: [...newest.keys()] } });
  return places.flatMap(({ id, column }) => {
    const move = newest.get(id);
    if (!move || (to !== undefined && column !== to)) return [];
    const { row } = move;
    const transition = {
      from: move.from,
      to: move.to,
      author: row.actor,
      authorKind: row.actorKind,
      at: row.at.toISOString(),
    };
    const silentAt = new Date(row.at.getTime() + silenceSeconds * 1_000);
    return [
      {
        ticketId: id,
        revision: row.revision,
        payload: { transition },
        ...(silenceSeconds === 0 ? {} : { dueAt: silentAt }),
      },
    ];
  });
}
