import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Actor } from "../contracts/actor.ts";
import { fleetSchema } from "../contracts/fleet.ts";
import type { Fleet } from "../contracts/fleet.ts";
import { newRunId } from "../lib/ids.ts";
import { recordStatements } from "../testing/count-statements.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { runRow } from "../testing/run-row.ts";
import { admitByRule, pretendRunning, pretendWorker } from "../worker/fixtures/admission.ts";
import { createEngineProject } from "../worker/fixtures/project.ts";
import type { EngineProject } from "../worker/fixtures/project.ts";
import { readFleet } from "./fleet.ts";
import { readTicketStates } from "./ticket-states.ts";

let test: TestDatabase;
const opened: EngineProject[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  await pretendWorker(test.database);
  await test.database.prisma.slotPool.upsert({
    where: { id: 1 },
    create: { id: 1, capacity: 6 },
    update: { capacity: 6 },
  });
});
afterAll(() => test.close());
afterEach(async () => {
  for (const { workspace } of opened.splice(0)) await workspace.remove();
  await test.database.prisma.project.deleteMany();
  await test.database.prisma.slotPool.update({ where: { id: 1 }, data: { capacity: 6 } });
});

const rule = (id: string, column: string, action: object) => ({
  id,
  trigger: { type: "ticketInColumn", columns: [column] },
  actions: [{ type: "runAgent", agent: "programmer", ...action }],
});
const rules = [
  rule("code", "Todo", { concurrencyGroup: "workspace" }),
  rule("release", "Review", { concurrencyGroup: "release", mutuallyExclusiveWith: ["workspace"] }),
];
const todo = (title: string, priority?: "Critical") => ({
  title,
  status: "Todo",
  description: "The total of the cart leaves out the value added tax of every item.",
  ...(priority ? { priority } : {}),
});

async function open(name: string, tickets: object[]): Promise<EngineProject> {
  const project = await createEngineProject(test.database, { name, tickets, rules });
  opened.push(project);
  return project;
}

/** Starts the ticket at this place of the list; the answer is the run's id. */
async function start(project: EngineProject, index = 0, ruleId = "code"): Promise<string> {
  const ticketId = project.tickets[index]?.id ?? 0;
  const admission = await admitByRule(test.database, project.project.id, ticketId, ruleId);
  if (admission.kind !== "admitted") throw new Error(JSON.stringify(admission));
  await pretendRunning(test.database, admission.runId);
  return admission.runId;
}

const read = async (actor: Actor, project?: string): Promise<Fleet> =>
  fleetSchema.parse(await readFleet(test.database, actor, { project }, new Date()));

async function addViewer(project: EngineProject): Promise<Actor> {
  const user = await test.database.prisma.user.create({
    data: { handle: `viewer-${project.project.slug}`, name: "Vera", role: "viewer" },
  });
  await test.database.prisma.member.create({
    data: {
      projectId: project.project.id,
      number: 90,
      slug: user.handle,
      name: user.name,
      kind: "person",
      userId: user.id,
    },
  });
  return { ...project.owner, slug: user.handle, userId: user.id, role: "viewer" };
}

it("shows who holds a group, who waits for it in the order of the cards, and what it keeps out", async () => {
  const shop = await open("Shop", [
    todo("Checkout"),
    todo("Later"),
    todo("Urgent", "Critical"),
    { ...todo("Release it"), status: "Review" },
  ]);
  const runId = await start(shop);
  const fleet = await read(shop.owner);
  expect(fleet.lanes).toMatchObject([
    {
      group: "release",
      holder: null,
      excludedBy: [{ group: "workspace", ticket: 1 }],
      waiters: [{ ticket: 4, code: "EXCLUDED" }],
      waiting: 1,
    },
    {
      project: shop.project.slug,
      group: "workspace",
      holder: { runId, ticket: 1, agent: "programmer", isParked: false },
      excludedBy: [],
      waiters: [
        { ticket: 3, title: "Urgent", code: "GROUP_BUSY" },
        { ticket: 2, title: "Later" },
      ],
      waiting: 2,
    },
  ]);
  const states = await readTicketStates(
    test.database,
    shop.project,
    shop.tickets.map(({ id }) => id),
    new Date(),
  );
  expect(shop.tickets.map(({ id }) => states.get(id)?.place ?? null)).toEqual([null, 2, 1, 1]);
});

it("counts all that wait and names the first five", async () => {
  const shop = await open("Shop", [
    todo("Holder"),
    ...Array.from({ length: 8 }, (_, index) => todo(`Waiter ${index}`)),
  ]);
  await start(shop);
  const [lane] = (await read(shop.owner)).lanes.filter(({ group }) => group === "workspace");
  expect([lane?.waiters.length, lane?.waiting]).toEqual([5, 8]);
});

it("has the runs of all projects, oldest first, with checklist, open questions, cap and lease", async () => {
  const shop = await open("Shop", [todo("Checkout")]);
  const site = await open("Site", [todo("Docs")]);
  const first = await start(shop);
  const second = await start(site);
  const { prisma } = test.database;
  const until = new Date(Date.now() + 30_000);
  await prisma.run.update({
    where: { id: first },
    data: { nextSeq: 4, maxCostUsd: 2, leaseUntil: until },
  });
  const event = { runId: first, at: new Date(), processNumber: 1, offset: 0 };
  await prisma.runEvent.createMany({
    data: [
      { ...event, seq: 1, kind: "todo", payload: { items: [{ text: "a", state: "pending" }] } },
      {
        ...event,
        seq: 2,
        kind: "todo",
        payload: { items: [{ state: "completed" }, { state: "in_progress" }] },
      },
      {
        ...event,
        seq: 3,
        kind: "rate_limit",
        payload: {
          status: "allowed_warning",
          limitType: "five_hour",
          resetsAt: until.toISOString(),
        },
      },
    ],
  });
  const asked = { projectId: shop.project.id, runId: first, kind: "question", payload: {} };
  await prisma.question.createMany({
    data: [
      { ...asked, id: "q1", requestId: "q1" },
      { ...asked, id: "q2", requestId: "q2", state: "answered" },
    ],
  });
  const fleet = await read(shop.owner);
  expect(fleet.runs.map(({ id, project }) => [id, project])).toEqual([
    [first, shop.project.slug],
    [second, site.project.slug],
  ]);
  expect(fleet.runs[0]).toMatchObject({
    maxCostUsd: 2,
    lastSeq: 3,
    todo: { done: 1, total: 2 },
    questions: [{ id: "q1", state: "open" }],
    lease: { worker: "test-worker", until: until.toISOString(), fence: 1 },
  });
  expect(fleet.runs[1]).toMatchObject({ todo: null, questions: [], lease: null });
  expect(fleet.windows).toEqual([
    { type: "five_hour", status: "allowed_warning", resetsAt: until.toISOString() },
  ]);
  expect(fleet.places).toEqual({ used: 2, capacity: 6 });
  expect(fleet.workers.map(({ id }) => id)).toEqual(["test-worker"]);
});

it("shows one project alone when it is named, and a viewer only what is theirs", async () => {
  const shop = await open("Shop", [todo("Checkout"), todo("Next")]);
  const site = await open("Site", [todo("Docs"), todo("Next")]);
  await start(shop);
  await start(site);
  const projectsOf = (fleet: Fleet) =>
    new Set([...fleet.runs, ...fleet.lanes].map(({ project }) => project));
  expect(projectsOf(await read(shop.owner))).toEqual(
    new Set([shop.project.slug, site.project.slug]),
  );
  expect(projectsOf(await read(shop.owner, site.project.slug))).toEqual(
    new Set([site.project.slug]),
  );
  const viewer = await addViewer(shop);
  const seen = await read(viewer);
  expect(projectsOf(seen)).toEqual(new Set([shop.project.slug]));
  expect([seen.places.used, seen.workers, seen.runs[0]?.lease]).toEqual([2, [], null]);
  await expect(read(viewer, site.project.slug)).rejects.toMatchObject({ status: 404 });
  await expect(read(shop.owner, "nowhere")).rejects.toMatchObject({ code: "PROJECT_UNKNOWN" });
});

it("counts who waits for a place alone, also in a project in which nothing runs", async () => {
  const shop = await open("Shop", [todo("Checkout")]);
  const quiet = await open("Quiet", [todo("One"), todo("Two")]);
  await start(shop);
  expect((await read(quiet.owner)).waitingForPlace).toBe(0);
  await test.database.prisma.slotPool.update({ where: { id: 1 }, data: { capacity: 1 } });
  expect((await read(quiet.owner)).waitingForPlace).toBe(2);
});

it("asks as often for many tickets and runs as for few, and nothing of projects that are quiet", async () => {
  const shop = await open("Shop", [todo("Checkout"), todo("Next")]);
  await start(shop);
  const count = async () => (await recordStatements(() => read(shop.owner))).length;
  await count();
  const few = await count();
  await open("Quiet", [todo("One"), todo("Two")]);
  await test.database.prisma.run.createMany({
    data: Array.from({ length: 12 }, () => ({
      ...runRow(shop.project.id, newRunId()),
      agent: `agent-${newRunId()}`,
      groupName: null,
    })),
  });
  await test.database.prisma.slotPool.update({ where: { id: 1 }, data: { capacity: 99 } });
  expect(await count()).toBe(few);
  expect(few).toBeLessThan(25);
});
