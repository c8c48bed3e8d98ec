import type { Actor } from "#server/contracts/actor.ts";
import type { BulkItem, BulkResult } from "#server/contracts/bulk.ts";
import { isFailure } from "#server/contracts/failure.ts";
import type { Database } from "#server/store/client.ts";
import { carryOutChange } from "./carry-out-change.ts";

/**
 * POST P/tickets/bulk: one change per ticket, in order, each in its own transaction with its own
 * activity. What is refused for one ticket stops nothing for the others; its result says why. `now` is
 * read anew for each ticket, for many take a while.
 */
export async function changeTickets(
  database: Database,
  actor: Actor,
  input: { projectId: number; items: readonly BulkItem[] },
  now: () => Date,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const { ticket, change } of input.items) {
    const target = { projectId: input.projectId, number: ticket };
    const result: BulkResult = {
      ticket,
      failure: null,
      undo: null,
      runId: null,
      waits: null,
      stopped: [],
    };
    try {
      Object.assign(result, await carryOutChange(database, actor, target, change, now()));
    } catch (error) {
      // Anything else is a fault of ours: those before it are done, and a repetition is safe.
      if (!isFailure(error)) throw error;
      result.failure = { code: error.code, error: error.message };
    }
    results.push(result);
  }
  return results;
}
