import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { switchAutomation } from "../commands/switch-automation.ts";
import { readLiveAutomations } from "../queries/automations.ts";
import { readTimeline } from "../queries/timeline.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { waitFor } from "../testing/wait-for.ts";
import { actAfterRun, actBeforeRun } from "./act-around-run.ts";
import { createActionJobs } from "./action-jobs.ts";
import { readClaimedRun } from "./claimed-run.ts";
import type { WorkerContext } from "./context.ts";
import { evaluateProject } from "./evaluate-project.ts";
import { admitByRule, endRun, pretendRunning, pretendWorker } from "./fixtures/admission.ts";
import { createWorkerContext } from "./fixtures/engine.ts";
import { createEngineProject } from "./fixtures/project.ts";
import type { EngineProject } from "./fixtures/project.ts";
import { createRunFeed } from "./run-feed.ts";
import type { Charge } from "./supervise.ts";

let test: TestDatabase;
let context: WorkerContext;
let project: EngineProject;
let server: Server;
let calls: string[] = [];
/** What the server answers next; the last one stays. */
let answers: number[] = [];
let onCall: () => Promise<void> | void = () => undefined;

beforeAll(async () => {
  test = await createTestDatabase();
  await pretendWorker(test.database);
  ({ context } = await createWorkerContext(test, {
    dataDir: "/nonexistent",
    programs: { keeperPath: "unused", fakeClaude: "unused" },
    tunables: { actionPausesMs: [1, 1] },
  }));
  server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    const status = answers.length > 1 ? answers.shift() : answers[0];
    void Promise.resolve(onCall()).then(() => response.writeHead(status ?? 200).end("said"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await test.close();
});
beforeEach(() => {
  calls = [];
  answers = [200];
  onCall = () => undefined;
});
afterEach(async () => {
  await project.workspace.remove();
  await test.database.prisma.project.deleteMany();
});

const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;
const callTo = (path: string, more: object = {}) => ({
  type: "httpRequest",
  url: `http://${host()}${path}`,
  ...more,
});

async function board(actions: object[], more: object = {}): Promise<void> {
  project = await createEngineProject(test.database, {
    tickets: [{ title: "First", status: "Todo" }],
    skills: { programmer: "You write code.\n", qa: "You test.\n" },
    agents: ["programmer", "qa"],
    rules: [{ id: "rule", trigger: { type: "ticketInColumn", columns: ["Todo"] }, actions }],
    ...more,
  });
  await test.database.prisma.project.update({
    where: { id: project.project.id },
    data: { allowedHosts: [host()] },
  });
}

const tickets = async () =>
  (
    await test.database.prisma.ticket.findMany({
      include: { column: true, labels: { include: { label: true } } },
      orderBy: { number: "asc" },
    })
  ).map(({ title, column, labels }) => ({
    title,
    column: column.name,
    labels: labels.map(({ label }) => label.name),
  }));
const titles = async () => (await tickets()).map(({ title }) => title);
const inbox = () =>
  test.database.prisma.inboxItem.findMany({ where: { kind: "action_failed", closedAt: null } });
const comments = async () =>
  (await test.database.prisma.comment.findMany({ orderBy: { id: "asc" } })).map(
    ({ content }) => content,
  );

async function admit(): Promise<string> {
  const ticketId = project.tickets[0]?.id ?? 0;
  const admission = await admitByRule(test.database, project.project.id, ticketId, "rule");
  if (admission.kind !== "admitted") throw new Error(JSON.stringify(admission));
  await pretendRunning(test.database, admission.runId);
  return admission.runId;
}

/** What a worker holds of a run it looks after. */
async function chargeOf(runId: string, signal = new AbortController().signal): Promise<Charge> {
  const run = await readClaimedRun(test.database, runId);
  if (run === null) throw new Error("no run");
  const { fence, nextSeq } = run;
  const feed = createRunFeed(context, { runId, fence, nextSeq, processNumber: () => 1, signal });
  return {
    context,
    run,
    fence,
    feed,
    signal,
    onSession: () => undefined,
    onBegun: () => undefined,
  };
}

/** The run ends well: its owed actions, then its settlement. */
async function finish(runId: string): Promise<void> {
  await actAfterRun(await chargeOf(runId), "completed");
  await endRun(test.database, runId, "completed");
}

async function evaluate(): Promise<void> {
  const { id } = project.project;
  const config = await readLiveAutomations(test.database, id);
  await evaluateProject(context, id, () => true, config);
}

/** Works off all jobs as an engine would. */
async function workOff(): Promise<void> {
  const jobs = createActionJobs(context);
  await waitFor(
    async () => {
      await jobs.look();
      return (await test.database.prisma.actionJob.count({ where: { endedAt: null } })) === 0;
    },
    { what: "the jobs" },
  );
  await jobs.stop();
}

const run = { type: "runAgent", agent: "programmer" };

it("carries out in order what follows a run, before it is settled, each once", async () => {
  await board([
    run,
    { type: "addComment", content: "one" },
    callTo("/two"),
    { type: "createTicket", title: "Three", labels: ["new"], status: "Backlog" },
    { type: "moveTicketStatus", to: "Review" },
    { type: "addComment", content: "never", on: "failed" },
  ]);
  const runId = await admit();
  onCall = async () => expect(await comments()).toEqual(["one"]);
  await finish(runId);

  expect(calls).toEqual(["GET /two"]);
  expect(await comments()).toEqual(["one"]);
  expect(await tickets()).toEqual([
    { title: "First", column: "Review", labels: [] },
    { title: "Three", column: "Backlog", labels: ["new"] },
  ]);
  const made = await test.database.prisma.activity.findFirstOrThrow({
    where: { kind: "ticket_created", ticketNumber: 2 },
  });
  expect(made).toMatchObject({ actorKind: "automation", automationId: "rule", runId });
  const notes = await test.database.prisma.runEvent.findMany({
    where: { runId, kind: "diagnostic" },
    orderBy: { seq: "asc" },
  });
  expect(notes.map(({ payload }) => payload)).toEqual([
    {
      code: "action_done",
      message: `httpRequest: ${host()} answered 200`,
      action: "httpRequest",
      index: 2,
      output: "said",
    },
    { code: "action_done", message: "createTicket: made #2", action: "createTicket", index: 3 },
  ]);
  expect(await test.database.prisma.activity.count()).toBe(
    Number((await test.database.prisma.projectRevision.findFirstOrThrow()).revision),
  );
});

it("goes on where a worker died between two actions, and does none of the board's twice", async () => {
  await board([
    run,
    { type: "addComment", content: "one" },
    { type: "createTicket", title: "Two", skipIfExists: false },
    callTo("/three"),
    { type: "createTicket", title: "Four", skipIfExists: false },
    callTo("/five"),
    { type: "addComment", content: "six" },
  ]);
  const runId = await admit();
  for (const path of ["/three", "/five"]) {
    // Dies while the call is under way: it was made, and nothing says so.
    const dying = new AbortController();
    onCall = () => (calls.at(-1) === `GET ${path}` ? dying.abort() : undefined);
    await expect(actAfterRun(await chargeOf(runId, dying.signal), "completed")).rejects.toThrow(
      "let go",
    );
    expect(calls.at(-1)).toBe(`GET ${path}`);
    onCall = () => undefined;
    const state = await test.database.prisma.run.findUniqueOrThrow({ where: { id: runId } });
    expect(state).toMatchObject({ actionsDone: path === "/three" ? 2 : 4, actionTries: 1 });
  }
  await finish(runId);
  expect(calls).toEqual(["GET /three", "GET /three", "GET /five", "GET /five"]);
  expect(await comments()).toEqual(["one", "six"]);
  expect(await titles()).toEqual(["First", "Two", "Four"]);
});

it("tries three times, then asks a person and goes on", async () => {
  await board([run, callTo("/down"), { type: "moveTicketStatus", to: "Review" }]);
  answers = [503];
  const runId = await admit();
  await finish(runId);
  expect(calls).toHaveLength(3);
  expect((await tickets())[0]?.column).toBe("Review");
  expect(await inbox()).toMatchObject([
    {
      runId,
      data: {
        rule: "rule",
        index: 1,
        action: "httpRequest",
        text: `httpRequest: REFUSED: ${host()} answered 503`,
      },
    },
  ]);
});

it("does not try again what cannot succeed", async () => {
  await board([
    run,
    { type: "httpRequest", url: "http://other.example/" },
    { type: "runCommand", command: "true" },
    callTo("/gone"),
  ]);
  answers = [404];
  await finish(await admit());
  expect(calls).toHaveLength(1);
  expect((await inbox()).map(({ data }) => (data as { text: string }).text)).toEqual([
    `httpRequest: HOST_NOT_ALLOWED: url: expected one of the project's hosts (${host()}), found other.example`,
    "runCommand: SCRIPTS_NOT_ALLOWED: this machine runs no programs for rules; its operator can set SIGNALBOX_ALLOW_SCRIPTS",
    `httpRequest: REFUSED: ${host()} answered 404`,
  ]);
});

it("looks at the outcome of the run and never at more", async () => {
  await board([
    run,
    callTo("/ok"),
    callTo("/bad", { on: "failed" }),
    callTo("/any", { on: "always" }),
  ]);
  const runId = await admit();
  await actAfterRun(await chargeOf(runId), "failed");
  await endRun(test.database, runId, "failed");
  expect(calls).toEqual(["GET /bad", "GET /any"]);
});

it("leaves out the next agent of a rule that was switched off, tells people, and does the rest", async () => {
  await board([run, { type: "addComment", content: "between" }, { type: "runAgent", agent: "qa" }]);
  const runId = await admit();
  await switchAutomation(
    test.database,
    project.project.id,
    project.owner,
    { id: "rule", enabled: false, stamp: null },
    new Date(),
  );
  await finish(runId);
  expect(await test.database.prisma.firing.count({ where: { state: "owed" } })).toBe(0);
  const text = "the next agent of rule rule was left out: the rule was switched off meanwhile";
  expect(await inbox()).toMatchObject([{ data: { text } }]);
  const history = await readTimeline(test.database, project.project.id, 1);
  expect(history.at(-1)?.text).toBe(`Run ended: programmer (completed); ${text}`);
});

it("runs several agents one after the other, with what lies between in the second's admission", async () => {
  await board([run, { type: "addComment", content: "between" }, { type: "runAgent", agent: "qa" }]);
  const first = await admit();
  await finish(first);
  expect(await comments()).toEqual([]);
  await evaluate();
  const second = await test.database.prisma.run.findFirstOrThrow({ where: { state: "queued" } });
  expect(second).toMatchObject({ agent: "qa", cause: "chain", previousRunId: first });
  expect(await comments()).toEqual(["between"]);
});

it("does before the spawn what an admission cannot, and its failure holds nobody back", async () => {
  await board([
    { type: "createTicket", title: "Prepared" },
    callTo("/prepare"),
    { type: "addComment", content: "prepared" },
    run,
  ]);
  answers = [400];
  const runId = await admit();
  expect(await titles()).toEqual(["First"]);
  const charge = await chargeOf(runId);
  expect(await actBeforeRun(charge)).toBeNull();
  expect(await actBeforeRun(charge)).toBeNull();
  expect(await titles()).toEqual(["First", "Prepared"]);
  expect(await comments()).toEqual(["prepared"]);
  expect(calls).toHaveLength(1);
  expect(await inbox()).toHaveLength(1);
});

it("does not repeat what was done before a start that failed", async () => {
  await board([{ type: "addComment", content: "asked" }, callTo("/prepare"), run], {
    rules: [
      {
        id: "rule",
        trigger: { type: "ticketCommentAdded" },
        actions: [{ type: "addComment", content: "asked" }, callTo("/prepare"), run],
      },
    ],
  });
  const ticketId = project.tickets[0]?.id ?? 0;
  await test.database.prisma.firing.create({
    data: {
      projectId: project.project.id,
      automationId: "rule",
      ticketId,
      cause: "trigger",
      dueAt: new Date(0),
    },
  });
  await evaluate();
  const first = await test.database.prisma.run.findFirstOrThrow();
  await test.database.prisma.run.update({ where: { id: first.id }, data: { state: "starting" } });
  expect(await actBeforeRun(await chargeOf(first.id))).toBeNull();
  await endRun(test.database, first.id, "spawn_failed");
  await test.database.prisma.firing.updateMany({
    where: { state: "owed" },
    data: { dueAt: new Date(0) },
  });
  await evaluate();
  const second = await test.database.prisma.run.findFirstOrThrow({ where: { state: "queued" } });
  expect(second.previousRunId).toBe(first.id);
  expect(second.actionsBefore).toEqual([]);
  expect(await comments()).toEqual(["asked"]);
  expect(calls).toEqual(["GET /prepare"]);
});

it("works off a rule without an agent in order, exactly once for the board", async () => {
  await board([
    { type: "addComment", content: "now" },
    callTo("/first"),
    {
      type: "createTicket",
      title: "Made once",
      status: "Backlog",
      skipIfExists: false,
      parentId: "{ticketId}",
    },
    { type: "setLabels", add: ["done"] },
  ]);
  await evaluate();
  expect(await comments()).toEqual(["now"]);
  expect(calls).toEqual([]);
  // A worker dies in the middle of the call; the next one takes over.
  const dying = createActionJobs(context);
  let leaving: Promise<void> | undefined;
  onCall = () => {
    leaving = dying.stop();
  };
  await dying.look();
  await waitFor(() => leaving !== undefined, { what: "the call" });
  await leaving;
  onCall = () => undefined;
  await workOff();
  await evaluate();
  await workOff();

  expect(calls).toEqual(["GET /first", "GET /first"]);
  expect(await titles()).toEqual(["First", "Made once"]);
  expect((await tickets())[0]?.labels).toEqual(["done"]);
  const made = await test.database.prisma.ticket.findFirstOrThrow({ where: { number: 2 } });
  expect(made).toMatchObject({ level: 2, parentId: project.tickets[0]?.id });
  expect(await comments()).toEqual(["now"]);
});

it("leaves out what follows an action that says so, in a rule without an agent", async () => {
  await board([
    { type: "runCommand", command: "true", abortOnFailure: true },
    { type: "addComment", content: "never" },
  ]);
  await evaluate();
  await workOff();
  expect(await comments()).toEqual([]);
  expect(await inbox()).toHaveLength(1);
});

it("makes tickets without one to start from, skips what needs one, and records that", async () => {
  await board([
    { type: "moveTicketStatus", to: "Review" },
    { type: "createTicket", title: "Weekly", status: "Backlog" },
  ]);
  await test.database.prisma.ticket.deleteMany();
  const fire = () =>
    test.database.prisma.firing.create({
      data: {
        projectId: project.project.id,
        automationId: "rule",
        cause: "chain",
        agent: "programmer",
        dueAt: new Date(0),
      },
    });
  await fire();
  await evaluate();
  await workOff();
  // The second time an open ticket of that title is there.
  await fire();
  await evaluate();
  await workOff();
  expect(await titles()).toEqual(["Weekly"]);
  const settled = await test.database.prisma.activity.findMany({
    where: { kind: "firing_settled", ticketId: null },
    orderBy: { revision: "asc" },
  });
  const texts = settled.flatMap(({ data }) =>
    (data as { actions?: { text: string }[] }).actions?.map(({ text }) => text),
  );
  expect(texts).toEqual([
    "moveTicketStatus: left out, there is no ticket",
    "moveTicketStatus: left out, there is no ticket",
    "createTicket: #2 is open and has this title",
  ]);
});

it.each([
  [{ status: "Nowhere" }, 'COLUMN_UNKNOWN: there is no column "Nowhere"'],
  [{ parentId: 99 }, "PARENT_UNKNOWN: there is no ticket #99"],
])("names why a ticket cannot be made: %j", async (keys, text) => {
  await board([run, { type: "createTicket", title: "x", ...keys }]);
  await finish(await admit());
  expect(await inbox()).toMatchObject([{ data: { text: `createTicket: ${text}` } }]);
});

it("respects the depth of the tree", async () => {
  await board([run, { type: "createTicket", title: "x", parentId: "{ticketId}" }]);
  await test.database.prisma.ticket.updateMany({ data: { level: 4 } });
  await finish(await admit());
  expect(await inbox()).toMatchObject([
    { data: { text: expect.stringContaining("DEPTH_LIMIT") as string } },
  ]);
  expect(await titles()).toEqual(["First"]);
});

it("owes one short run for an agent's memory, however many tickets ask for it", async () => {
  await board(
    [
      run,
      { type: "consolidateAgentMemory", agent: "{assignee}" },
      { type: "commitAgentMemory", agent: "{assignee}" },
    ],
    {
      tickets: [
        { title: "First", status: "Todo", assignedTo: "programmer" },
        { title: "Second", status: "Backlog", assignedTo: "programmer" },
      ],
    },
  );
  const first = await admit();
  await actAfterRun(await chargeOf(first), "failed");
  await endRun(test.database, first, "failed");
  const owed = await test.database.prisma.firing.findMany({
    where: { state: "owed", cause: "chain" },
  });
  expect(owed).toMatchObject([
    { ticketId: null, agent: "programmer", payload: { memoryIndex: 1 } },
  ]);
  await evaluate();
  const memory = await test.database.prisma.run.findFirstOrThrow({ where: { purpose: "memory" } });
  expect(memory).toMatchObject({
    ticketId: null,
    agent: "programmer",
    maxTurns: 5,
    permissionLevel: "ask",
    skillFile: ".agents/memory-consolidation.md",
    actionsAfter: [{ type: "commitAgentMemory", index: 2, on: "always", agent: "programmer" }],
  });
  expect(memory.allowedTools).toContain("Edit(.agents/programmer/memory.md)");
});
