import type { Database } from "../store/client.ts";
import { moveRunStates } from "../store/sql/move-run-states.ts";
import type { RunMove } from "../store/sql/move-run-states.ts";
import { createLanes } from "./settle-lanes.ts";

/** Runs of all projects share one lane: such a step locks nothing but the runs themselves. */
const LANE = 0;

/**
 * One named transition of a run by itself, outside of any other work: changes only a run that still has
 * this fence and one of the allowed states. False: another worker owns it, or it is elsewhere already; the
 * caller must look again. Steps of several runs that come at once share a statement.
 */
export function moveRun(database: Database, move: RunMove): Promise<boolean> {
  return lanes.add(database, LANE, move);
}

const lanes = createLanes<RunMove, boolean>({
  async together(database, _lane, moves) {
    const ids = moves.map(({ id }) => id);
    // A second step of a run comes after its first.
    const isFirst = moves.map(({ id }, index) => ids.indexOf(id) === index);
    const moved = await moveRunStates(
      database.sql,
      moves.filter((_, index) => isFirst[index]),
    );
    return moves.map(({ id }, index) => (isFirst[index] ? moved.has(id) : "alone"));
  },
  alone: async (database, _lane, move) => (await moveRunStates(database.sql, [move])).has(move.id),
});
