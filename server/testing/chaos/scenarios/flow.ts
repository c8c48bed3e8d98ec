/** Tickets that keep coming. */
import type { Installation } from "../rig/installation.ts";
import { AGENTS } from "../rig/installation.ts";
import { readLives } from "../rig/lives.ts";
import type { Random } from "../rig/random.ts";
import { waitFor } from "../../wait-for.ts";

/**
 * Tops up what waits or is worked on to `count` tickets, each with a story by chance. Groups that a parked
 * run holds are released: eight tickets that wait for it would be the end of the flow.
 */
export async function keepFlowing(
  board: Installation,
  random: Random,
  stories: readonly string[],
  count: number,
): Promise<void> {
  await board.releaseGroups();
  const open = await board.database.prisma.ticket.count({
    where: { column: { name: { in: ["Todo", "InProgress"] } }, deletedAt: null },
  });
  // A story that fails puts its card back: those wait for their next try.
  const waiting = await board.database.prisma.firing.count({ where: { state: "owed" } });
  for (let have = open - waiting; have < count; have += 1) {
    await board.addTicket(random.pick(stories), random.pick(AGENTS));
  }
}

/**
 * Resolves with how many agents began and runs ended so far, once that is more than `seen`: on a slow
 * machine trouble alone would leave no time for work. Gives up after some seconds.
 */
export async function waitForNews(board: Installation, seen: number): Promise<number> {
  const look = async (): Promise<number> => {
    const ended = await board.database.prisma.run.count({ where: { state: "ended" } });
    return ended + (await readLives(board.agentsLog)).length;
  };
  await waitFor(async () => (await look()) > seen, { timeoutMs: 8_000, intervalMs: 50 }).catch(
    () => undefined,
  );
  return look();
}
