import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { addComment } from "../commands/comments.ts";
import { moveTicket } from "../commands/move-ticket.ts";
import { readLiveAutomations } from "../queries/automations.ts";
import { readRun } from "../queries/run.ts";
import { explainTicket } from "../queries/why.ts";
import { agentActor } from "../testing/builders.ts";
import type { TestDatabase } from "../testing/database.ts";
import type { WorkerContext } from "./context.ts";
import { evaluateProject } from "./evaluate-project.ts";
import { openLooks } from "./fixtures/trigger-scene.ts";
import { endRun, pretendRunning } from "./fixtures/admission.ts";
import { createEngineProject } from "./fixtures/project.ts";
import type { EngineProject } from "./fixtures/project.ts";

let test: TestDatabase;
let context: WorkerContext;
let project: EngineProject;

beforeAll(async () => {
  ({ test, context } = await openLooks());
});
afterAll(() => test.close());
afterEach(async () => {
  await project.workspace.remove();
  await test.database.prisma.project.deleteMany();
});

const code = {
  id: "code",
  name: "dispatch",
  trigger: { type: "ticketInColumn", columns: ["Todo"] },
  actions: [
    { type: "moveTicketStatus", to: "InProgress" },
    { type: "runAgent", agent: "programmer" },
  ],
};

async function look(): Promise<void> {
  const { id } = project.project;
  const config = await readLiveAutomations(test.database, id);
  await evaluateProject(context, id, () => true, config);
}
const rows = (number: number) =>
  test.database.prisma.gateResult.findMany({
    where: { ticketId: project.tickets[number - 1]?.id ?? 0 },
    orderBy: { id: "asc" },
    select: { code: true, isPassing: true, count: true },
  });
const why = (number: number) =>
  explainTicket(test.database, project.project.id, number, {}, new Date());
const activeRun = () =>
  test.database.prisma.run.findFirstOrThrow({ where: { state: { not: "ended" } } });

it("keeps one row per change of a result, however often it is looked at", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }, { status: "Todo" }],
    rules: [code],
  });
  await look();
  await look();
  await look();
  expect(await rows(1)).toEqual([]);
  expect(await rows(2)).toEqual([{ code: "GROUP_BUSY", isPassing: false, count: 1 }]);

  const run = await activeRun();
  await pretendRunning(test.database, run.id);
  await endRun(test.database, run.id, "completed");
  await look();
  expect(await rows(2)).toEqual([
    { code: "GROUP_BUSY", isPassing: false, count: 1 },
    { code: "GROUP_BUSY", isPassing: true, count: 1 },
  ]);
  const { history } = await why(2);
  expect(history).toMatchObject([
    { automationId: "code", automationName: "dispatch", code: "GROUP_BUSY" },
  ]);
  expect(history[0]?.until).not.toBeNull();
});

it("says since when a gate refuses, and who is before it in the line", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }, { status: "Todo" }, { status: "Todo" }],
    rules: [code],
  });
  await look();
  const [row] = await test.database.prisma.gateResult.findMany({
    where: { ticketId: project.tickets[2]?.id ?? 0 },
  });
  await look();
  const answer = await why(3);
  const gate = answer.automations[0]?.gates.find((one) => one.code === "GROUP_BUSY");
  expect(gate).toMatchObject({ pass: false, since: row?.firstSeenAt.toISOString() });
  expect(answer.history).toMatchObject([{ code: "GROUP_BUSY", until: null }]);
  expect(answer.waits).toMatchObject({ code: "GROUP_BUSY", place: 2, ahead: 2 });
  expect((await why(2)).waits).toMatchObject({ place: 1, ahead: 1 });
});

it("takes a refusal in another stay in the column for another one", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }, { status: "Todo" }],
    rules: [code],
  });
  await look();
  const where = { projectId: project.project.id, number: 2 };
  await moveTicket(test.database, project.owner, { ...where, status: "Backlog" }, new Date());
  await look();
  await moveTicket(test.database, project.owner, { ...where, status: "Todo" }, new Date());
  await look();
  expect(await rows(2)).toEqual([
    { code: "GROUP_BUSY", isPassing: false, count: 1 },
    { code: "GROUP_BUSY", isPassing: false, count: 1 },
  ]);
});

it("keeps the newest fifty changes of an automation and a ticket", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }, { status: "Todo" }],
    rules: [code],
  });
  await look();
  const ticketId = project.tickets[1]?.id ?? 0;
  const at = new Date(Date.now() - 3_600_000);
  await test.database.prisma.gateResult.createMany({
    data: Array.from({ length: 60 }, (_, index) => ({
      projectId: project.project.id,
      automationId: "code",
      ticketId,
      code: "SLOTS_FULL",
      isPassing: index % 2 === 1,
      firstSeenAt: at,
      lastSeenAt: at,
    })),
  });
  const run = await activeRun();
  await pretendRunning(test.database, run.id);
  await endRun(test.database, run.id, "completed");
  await look();
  expect(await rows(2)).toHaveLength(50);
});

it("stores the gates as they stood with the run, and what a person skipped", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }],
    rules: [code],
  });
  await look();
  const run = await readRun(test.database, project.project.id, (await activeRun()).id);
  expect(run).toMatchObject({ rule: "dispatch", automation: "code" });
  expect(run.gates).toHaveLength(33);
  expect(run.gates.every(({ pass }) => pass)).toBe(true);
  expect(run.gates.find(({ code: name }) => name === "GROUP_BUSY")?.expected).toEqual({
    free: "workspace",
  });
});

it("begins with what started, moved and stopped the ticket, by whom and by which rule", async () => {
  project = await createEngineProject(test.database, { tickets: [{}], rules: [code] });
  const where = { projectId: project.project.id, number: 1 };
  await moveTicket(test.database, project.owner, { ...where, status: "Todo" }, new Date());
  await look();
  const { past } = await why(1);
  expect(past.map(({ kind, sentence, ruleId }) => [kind, sentence.text, ruleId])).toEqual(
    expect.arrayContaining([
      ["moved", "Rule dispatch moved it from Todo to InProgress", "code"],
      ["started", "owner moved it to Todo · rule dispatch · skill v1", "code"],
      ["moved", "owner moved it from Backlog to Todo", null],
    ]),
  );
  expect(past).toHaveLength(3);
});

const chat = (id: string, agent: string) => ({
  id,
  trigger: { type: "ticketInColumn", columns: ["Todo"] },
  actions: [{ type: "runAgent", agent }],
});

it("holds two agents that answer each other, and asks a person once", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }],
    rules: [chat("a", "programmer"), chat("b", "qa")],
    skills: { programmer: "You write code.\n", qa: "You test.\n" },
  });
  const where = { projectId: project.project.id, number: 1 };
  const ticket = project.tickets[0] ?? null;
  let starts = 0;
  for (let turn = 0; turn < 12; turn += 1) {
    await look();
    const run = await test.database.prisma.run.findFirst({ where: { state: { not: "ended" } } });
    if (run === null) continue;
    starts += 1;
    await pretendRunning(test.database, run.id);
    const self = agentActor(project.project, run.agent, { ticket });
    await addComment(test.database, self, { ...where, content: "your turn" }, new Date());
    await endRun(test.database, run.id, "completed");
  }
  expect(starts).toBe(6);
  expect((await why(1)).waits?.code).toBe("LOOP_SUSPECTED");
  const inbox = await test.database.prisma.inboxItem.findMany({ where: { kind: "loop" } });
  expect(inbox).toHaveLength(1);
  const comments = await test.database.prisma.comment.findMany({ where: { author: "system" } });
  expect(comments).toHaveLength(1);
  expect(comments[0]?.content).toContain("took turns 6 times");

  await addComment(test.database, project.owner, { ...where, content: "go on" }, new Date());
  await look();
  expect(await activeRun()).toBeTruthy();
  const open = { kind: "loop", closedAt: null };
  expect(await test.database.prisma.inboxItem.count({ where: open })).toBe(0);
}, 60_000);

it("ends two rules that move a ticket to and fro after twelve changes", async () => {
  const move = (id: string, from: string, to: string) => ({
    id,
    trigger: { type: "statusChange", to: from },
    actions: [{ type: "moveTicketStatus", to }],
  });
  project = await createEngineProject(test.database, {
    tickets: [{}],
    rules: [move("there", "Review", "Blocked"), move("back", "Blocked", "Review")],
  });
  await look();
  const where = { projectId: project.project.id, number: 1 };
  await moveTicket(test.database, project.owner, { ...where, status: "Review" }, new Date());
  for (let turn = 0; turn < 15; turn += 1) await look();
  const moves = await test.database.prisma.activity.count({
    where: { ticketId: project.tickets[0]?.id ?? 0, actorKind: "automation" },
  });
  expect(moves).toBe(12);
  expect((await why(1)).waits).toMatchObject({
    code: "LOOP_SUSPECTED",
    sentence: { text: "It looks like a loop: 12 changes by rules since a person was here" },
  });
  expect(await test.database.prisma.inboxItem.count({ where: { kind: "loop" } })).toBe(1);
}, 60_000);
