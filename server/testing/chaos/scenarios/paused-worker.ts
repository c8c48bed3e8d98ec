/** a worker that stands still loses its runs to the next one, and notices when it goes on. */
import { sleep } from "#server/lib/abort.ts";
import { waitFor } from "../../wait-for.ts";
import { findFaults } from "../rig/invariants.ts";
import { readLives } from "../rig/lives.ts";
import type { Scenario } from "../scenario.ts";
import { running, waitForArchives } from "./stir.ts";

const LEASE_SECONDS = 3;

export const pausedWorker: Scenario = {
  name: "paused-worker",
  rows: "R-03",
  async play(stage) {
    const board = await stage.board({
      speed: 1,
      env: { SIGNALBOX_LEASE_SECONDS: String(LEASE_SECONDS) },
    });
    const { prisma } = board.database;
    const first = await board.startWorker();
    await board.addTicket("slow-stream");
    const run = await running(board);
    first.signal("SIGSTOP");
    await sleep(2 * LEASE_SECONDS * 1_000);
    const second = await board.startWorker();
    await stage.check("a second worker takes the run of a paused one over", async () => {
      await waitFor(() => prisma.run.findFirst({ where: { id: run.id, fence: run.fence + 1 } }), {
        timeoutMs: 20_000,
        what: "a higher fence",
      });
      await waitFor(
        () => prisma.runEvent.findFirst({ where: { runId: run.id, kind: "readopted" } }),
        { timeoutMs: 20_000, what: "the take-over in the transcript" },
      );
    });
    first.signal("SIGCONT");
    await stage.check("the paused one says that it lost the run and writes no more", async () => {
      await waitFor(() => first.log().includes("run was let go"), {
        timeoutMs: 20_000,
        what: "a run that was let go",
      });
    });
    await stage.check("the one agent goes on to its end", async () => {
      await waitFor(() => prisma.run.findFirst({ where: { id: run.id, state: "ended" } }), {
        timeoutMs: 60_000,
        what: "the end",
      });
      await board.settle();
      await waitForArchives(board);
      const { fence, outcome } = await prisma.run.findUniqueOrThrow({ where: { id: run.id } });
      const agents = (await readLives(board.agentsLog)).length;
      return [
        ...(await findFaults(board)),
        ...(agents === 1 ? [] : [`${agents} agents began`]),
        ...(outcome === "completed" ? [] : [`it ended as ${outcome}`]),
        ...(fence === run.fence + 1 ? [] : [`fence ${fence}, expected ${run.fence + 1}`]),
      ];
    });
    await Promise.all([first.end("SIGTERM"), second.end("SIGTERM")]);
  },
};
