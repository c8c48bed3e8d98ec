import type { Actor } from "#server/contracts/actor.ts";
import type { Fleet, FleetRun } from "#server/contracts/fleet.ts";
import { Failure } from "#server/contracts/failure.ts";
import type { Database } from "../store/client.ts";
import type { Prisma } from "../store/generated/client.ts";
import { readLatestNotes } from "../store/sql/read-latest-notes.ts";
import type { LatestNote } from "../store/sql/read-latest-notes.ts";
import { readEngine } from "./engine.ts";
import { readLanes } from "./lanes.ts";
import { readLimitNotice } from "./limit-notice.ts";
import { readableBy } from "./project-access.ts";
import { toQuestion } from "./questions.ts";
import { runInclude, toRunSummary } from "./run-summary.ts";
import { countTodos } from "./todos.ts";

const fleetInclude = {
  ...runInclude,
  questions: { where: { state: "open" }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] },
} satisfies Prisma.RunInclude;

type FleetRow = Prisma.RunGetPayload<{ include: typeof fleetInclude }>;

/**
 * Everything the control room shows (ux.md 31), of the projects the actor sees or of the one named. A
 * project in which nothing runs costs no statement, unless every place is taken; the others three each.
 * Machine details are not for viewers.
 */
export async function readFleet(
  database: Database,
  actor: Actor,
  options: { project?: string | undefined },
  now: Date,
): Promise<Fleet> {
  const { prisma } = database;
  const isViewer = actor.kind === "person" && actor.role === "viewer";
  const projects = await findProjects(database, actor, options.project);
  const projectIds = projects.map(({ id }) => id);
  const [engine, rows, parked, limit, workers] = await Promise.all([
    readEngine(database),
    prisma.run.findMany({
      where: { projectId: { in: projectIds }, state: { not: "ended" } },
      include: fleetInclude,
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    }),
    prisma.run.findMany({
      where: { projectId: { in: projectIds }, holdsGroup: true, state: "ended" },
      select: { projectId: true },
      distinct: ["projectId"],
    }),
    readLimitNotice(database, now, isViewer ? actor.userId : null),
    isViewer ? [] : prisma.worker.findMany({ where: { stoppedAt: null }, orderBy: { id: "asc" } }),
  ]);
  const isFull = engine.places.used >= engine.places.capacity;
  const busy = new Set([...rows, ...parked].map(({ projectId }) => projectId));
  const looked = projects.filter(({ id }) => isFull || busy.has(id));
  const [notes, ...lanes] = await Promise.all([
    readLatestNotes(
      prisma,
      rows.map(({ id }) => id),
    ),
    ...looked.map((project) => readLanes(database, project, now)),
  ]);
  return {
    at: now.toISOString(),
    engine: { alive: engine.isAlive, lastTickAt: engine.lastTickAt?.toISOString() ?? null },
    places: engine.places,
    waitingForPlace: lanes.reduce((sum, { waitingForPlace }) => sum + waitingForPlace, 0),
    limit: limit && {
      model: limit.model,
      until: limit.until.toISOString(),
      waiting: limit.waiting,
    },
    windows: windowsOf(notes, now),
    lanes: lanes.flatMap((project) => project.lanes),
    runs: rows.map((row) => toFleetRun(row, notes, isViewer)),
    workers: workers.map((worker) => ({
      id: worker.id,
      host: worker.host,
      pid: worker.pid,
      version: worker.version,
      startedAt: worker.startedAt.toISOString(),
      heartbeatAt: worker.heartbeatAt.toISOString(),
      lastTickAt: worker.lastTickAt?.toISOString() ?? null,
      isDraining: worker.isDraining,
    })),
  };
}

/** Those the actor may read, by name of the address; 404 `PROJECT_UNKNOWN` where the one named is not there. */
async function findProjects(
  database: Database,
  actor: Actor,
  slug: string | undefined,
): Promise<{ id: number; slug: string }[]> {
  const projects = await database.prisma.project.findMany({
    where: { ...readableBy(actor), ...(slug === undefined ? {} : { slug }) },
    select: { id: true, slug: true },
    orderBy: { slug: "asc" },
  });
  if (slug !== undefined && projects.length === 0) {
    throw new Failure(404, "PROJECT_UNKNOWN", `no project "${slug}"`);
  }
  return projects;
}

function toFleetRun(row: FleetRow, notes: readonly LatestNote[], isViewer: boolean): FleetRun {
  const todo = notes.find(({ runId, kind }) => runId === row.id && kind === "todo");
  return {
    ...toRunSummary(row),
    maxCostUsd: row.maxCostUsd === null ? null : Number(row.maxCostUsd),
    lastSeq: row.nextSeq - 1,
    todo: todo === undefined ? null : countTodos(todo.payload),
    questions: row.questions.map((question) => toQuestion(question, row.ticket?.number ?? null)),
    lease:
      isViewer || row.workerId === null || row.leaseUntil === null
        ? null
        : { worker: row.workerId, until: row.leaseUntil.toISOString(), fence: row.fence },
  };
}

/** Per kind of window what was said last, while it has not passed. */
function windowsOf(notes: readonly LatestNote[], now: Date): Fleet["windows"] {
  const newest = new Map<string, LatestNote>();
  for (const note of notes.filter(({ kind }) => kind === "rate_limit")) {
    const type = textOf(note.payload, "limitType") ?? "";
    const known = newest.get(type);
    if (known === undefined || known.at < note.at) newest.set(type, note);
  }
  return [...newest].flatMap(([type, { payload }]) => {
    const status = textOf(payload, "status");
    const resetsAt = textOf(payload, "resetsAt");
    const isOver = resetsAt !== null && Date.parse(resetsAt) <= now.getTime();
    return status === null || isOver ? [] : [{ type, status, resetsAt }];
  });
}

function textOf(payload: unknown, name: string): string | null {
  const value: unknown =
    typeof payload === "object" && payload !== null ? Reflect.get(payload, name) : null;
  return typeof value === "string" ? value : null;
}
