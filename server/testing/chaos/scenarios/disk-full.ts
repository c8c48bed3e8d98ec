/** no space left for spools and workspace, then none for the database. */
import { mkdir, readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { isFailure } from "#server/contracts/failure.ts";
import { saveSkill } from "#server/commands/save-skill.ts";
import { sleep } from "#server/lib/abort.ts";
import { describeError } from "#server/lib/result.ts";
import { readSkillFile } from "#server/queries/skill-files.ts";
import { listTickets } from "#server/queries/list-tickets.ts";
import { explainTicket } from "#server/queries/why.ts";
import { waitFor } from "../../wait-for.ts";
import type { Installation } from "../rig/installation.ts";
import { findFaults } from "../rig/invariants.ts";
import { readLives } from "../rig/lives.ts";
import { findMountObstacle, mountSmallDisk } from "../rig/small-disk.ts";
import type { Scenario, Stage } from "../scenario.ts";
import { keepFlowing, waitForNews } from "./flow.ts";
import { running, waitForArchives } from "./stir.ts";

/** Two looks of a worker. */
const LOOK_MS = 2_500;

export const diskFull: Scenario = {
  name: "disk-full",
  rows: "R-06",
  findObstacle: findMountObstacle,
  async play(stage) {
    await playSpools(stage);
    await playDatabase(stage);
  },
};

/** Data folder and workspace on the disk that fills up. */
async function playSpools(stage: Stage): Promise<void> {
  const folder = await stage.folder("disk");
  const disk = mountSmallDisk(folder);
  stage.cleanUp(() => disk.unmount());
  const board = await boardOnDisk(stage, folder);
  const { prisma } = board.database;
  const worker = await board.startWorker();
  await board.addTicket("slow-stream", "ann");
  const run = await running(board);
  await disk.fill();
  // A look that began before may still admit.
  await sleep(LOOK_MS);
  const waiting = await board.addTicket("default-success", "cid");

  await stage.check("nothing new starts on a full disk, and the card says why", async () => {
    await waitFor(() => isHeldByDisk(board, waiting), {
      timeoutMs: 15_000,
      what: "the gate DISK_LOW",
    });
    await sleep(3_000);
    const agents = (await readLives(board.agentsLog)).filter(({ agent }) => agent === "cid").length;
    const admitted = await prisma.run.count({ where: { agent: "cid" } });
    return agents + admitted === 0 ? [] : [`${admitted} runs, ${agents} agents started`];
  });
  await stage.check("the board still answers", async () => {
    const { items } = await listTickets(board.database, board.project.project.id, { limit: 10 });
    return items.length === 2 ? [] : [`${items.length} tickets, expected 2`];
  });
  await stage.check("a skill that cannot be saved is as it was", () => saveInVain(board));
  await stage.check("after space returned everything goes on without repair", async () => {
    disk.free();
    await waitFor(() => prisma.run.findFirst({ where: { agent: "cid", state: "ended" } }), {
      timeoutMs: 60_000,
      what: "the end of what had waited",
    });
    await board.settle(90_000);
    await waitForArchives(board);
    const { outcome, error } = await prisma.run.findUniqueOrThrow({ where: { id: run.id } });
    const isNamed = outcome === "failed" && /disk/.test(error ?? "");
    return [
      ...(outcome === "completed" || isNamed ? [] : [`its run ended as ${outcome}: ${error}`]),
      ...(await findFaults(board, { hurt: new Set([run.id]) })),
      ...(worker.isGone() ? [`the worker is gone: ${worker.log().slice(-500)}`] : []),
    ];
  });
  await board.remove();
}

async function boardOnDisk(stage: Stage, folder: string): Promise<Installation> {
  const postgres = await stage.ownPostgres();
  const temporary = process.env["TMPDIR"];
  const scratch = path.join(folder, "tmp");
  await mkdir(scratch);
  // The workspace is made in the folder for temporary files.
  process.env["TMPDIR"] = scratch;
  try {
    const dataDir = path.join(folder, "data");
    process.env["SIGNALBOX_DATA_DIR"] = dataDir;
    return await stage.boardOn(postgres, { dataDir, speed: 1 });
  } finally {
    if (temporary === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = temporary;
  }
}

async function isHeldByDisk({ database, project }: Installation, number: number): Promise<boolean> {
  const why = await explainTicket(database, project.project.id, number, {}, new Date());
  return JSON.stringify(why).includes("DISK_LOW");
}

async function saveInVain(board: Installation): Promise<string[]> {
  const { project } = board;
  const workspace = project.workspace.path;
  const folder = path.join(workspace, ".agents/skills");
  const before = await readFile(path.join(folder, "ann.md"), "utf8");
  const names = await readdir(folder);
  const file = await readSkillFile(workspace, ".agents/skills/ann.md");
  try {
    await saveSkill(
      board.database,
      project.project.id,
      project.owner,
      { agent: "ann", content: "x".repeat(200_000), stamp: file?.hash ?? null },
      new Date(),
    );
    return ["it was saved"];
  } catch (error) {
    const after = await readFile(path.join(folder, "ann.md"), "utf8");
    const left = (await readdir(folder)).filter((name) => !names.includes(name));
    return [
      ...(isFailure(error) && error.code === "DISK_LOW" ? [] : [describeError(error)]),
      ...(after === before ? [] : ["the file has changed"]),
      ...left.map((name) => `${name} is left`),
    ];
  }
}

/** The database's files on the disk that fills up. */
async function playDatabase(stage: Stage): Promise<void> {
  const folder = await stage.folder("pgdata");
  const disk = mountSmallDisk(folder);
  stage.cleanUp(() => disk.unmount());
  const postgres = await stage.ownPostgres(folder);
  const board = await stage.boardOn(postgres, { speed: 4 });
  const worker = await board.startWorker();
  await keepFlowing(board, stage.random, ["slow-stream", "thinking-and-todo"], 6);
  const seen = await waitForNews(board, 0);
  await disk.fill();
  await waitFor(() => worker.log().includes("No space left on device"), {
    timeoutMs: 60_000,
    what: "a write that finds no space",
  }).catch(() => stage.tell("the database needed no further block meanwhile"));
  await sleep(3_000);
  await stage.check("the worker survives a database without space", () =>
    Promise.resolve(worker.isGone() ? [worker.log().slice(-500)] : []),
  );
  await stage.check("after space returned nothing is lost, doubled or stuck", async () => {
    disk.free();
    // A server that gave up is started again, as the box does.
    await postgres.restartIfGone();
    await waitForNews(board, seen);
    await board.settle(120_000);
    await waitForArchives(board);
    return findFaults(board);
  });
  await worker.end("SIGTERM");
  await board.remove();
}
