import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { answerQuestion } from "../commands/answer-question.ts";
import { retryRun } from "../commands/retry-run.ts";
import { stopRun } from "../commands/stop-run.ts";
import { giveBack } from "../commands/takeover/give-back.ts";
import { takeOver } from "../commands/takeover/take-over.ts";
import type { AnswerQuestion } from "../contracts/run.ts";
import { readDispatchSnapshot } from "../queries/dispatch-snapshot.ts";
import { readHead } from "../queries/git-changes.ts";
import { waitFor } from "../testing/wait-for.ts";
import { pretendWorker } from "./fixtures/admission.ts";
import { createHarness } from "./fixtures/harness.ts";
import type { Harness } from "./fixtures/harness.ts";
import type { EngineProject } from "./fixtures/project.ts";
import { releaseCleanGroups } from "./hold-group.ts";

const run = promisify(execFile);

let harness: Harness;
let project: EngineProject;

beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.clean());

const code = {
  id: "code",
  trigger: { type: "ticketInColumn", columns: ["Todo"], seconds: 1 },
  actions: [
    { type: "moveTicketStatus", to: "InProgress" },
    { type: "runAgent", agent: "programmer" },
  ],
};

interface Scene {
  skill?: string;
  level?: string;
  /** 0: nobody can answer, questions are parked at once. */
  answerWaitSeconds?: number;
  isGit?: boolean;
}

async function open(scenario: string, scene: Scene = {}): Promise<void> {
  project = await harness.project({
    tickets: [{ title: `scenario: ${scenario}` }],
    rules: [code],
    skills: { programmer: scene.skill ?? "You write code.\n" },
    ...(scene.level === undefined ? {} : { permissionLevel: scene.level }),
  });
  if (scene.answerWaitSeconds !== undefined) {
    await harness.prisma.project.update({
      where: { id: project.project.id },
      data: { answerWaitSeconds: scene.answerWaitSeconds },
    });
  }
  if (scene.isGit === true) {
    await git("init", "-q", "-b", "main");
    await commit("first");
  }
}

async function begin(scenario: string, scene: Scene = {}) {
  await open(scenario, scene);
  const engine = await harness.engine();
  await harness.drag(project, "Todo");
  return engine;
}

const git = (...args: string[]) =>
  run("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], {
    cwd: project.workspace.path,
  });
const commit = async (message: string) => {
  await git("add", "-A");
  await git("commit", "-qm", message);
};
const of = (runId: string) => ({ projectId: project.project.id, runId });
const answer = async (runId: string, said: AnswerQuestion["answer"]) => {
  const { id } = await harness.prisma.question.findFirstOrThrow({
    where: { runId, state: { in: ["open", "parked"] } },
  });
  const input = { ...of(runId), questionId: id, answer: said };
  await answerQuestion(harness.test.database, project.owner, input, new Date());
};
const next = (previousRunId: string) => harness.findRun({ previousRunId }, "the next run");
const parked = async () =>
  (await readDispatchSnapshot(harness.prisma, project.project.id)).parkedRuns;

it("a person takes a run over: its process ends, and it goes on in the same session after that", async () => {
  await begin("long-sleep");
  const first = await harness.findRun({ state: "running" }, "a running run");
  await waitFor(() => harness.prisma.runEvent.findFirst({ where: { kind: "tool_call" } }), {
    what: "its work",
  });
  await takeOver(harness.test.database, project.owner, of(first.id), new Date());
  expect(await harness.ended(first.id)).toMatchObject({ outcome: "stopped" });
  expect(await harness.prisma.run.count()).toBe(1);

  const back = { ...of(first.id), resume: true };
  await giveBack(harness.test.database, project.owner, back, new Date());
  const second = await next(first.id);
  const running = await harness.findRun({ id: second.id, state: "running" }, "its start");
  expect(running).toMatchObject({
    cause: "given_back",
    isResume: true,
    sessionId: first.sessionId,
  });
  expect(running.prompt).toContain(
    "The owner worked in this session; look at the last turns first.",
  );
});

it("a parked run holds its group while its changes are uncommitted, and no longer", async () => {
  const { context } = await begin("edit-and-ask", { answerWaitSeconds: 0, isGit: true });
  const first = await harness.findRun({ state: "ended" }, "a parked run");
  expect(first).toMatchObject({ outcome: "completed", holdsGroup: true });
  expect(await parked()).toMatchObject([{ runId: first.id, group: "workspace" }]);
  await releaseCleanGroups(context);
  expect(await parked()).toHaveLength(1);

  await commit("by a person");
  await releaseCleanGroups(context);
  expect(await parked()).toEqual([]);
  const [row] = await harness.prisma.activity.findMany({ where: { kind: "group_released" } });
  expect(row).toMatchObject({ actorKind: "system", data: { run: first.id } });
});

it("a parked run that changed nothing holds no group", async () => {
  await begin("ask-question", { answerWaitSeconds: 0, isGit: true });
  const first = await harness.findRun({ state: "ended" }, "a parked run");
  expect(first).toMatchObject({ outcome: "completed", holdsGroup: false });
  expect(first.wakeOn).toMatchObject({ kind: "answer" });
});

it("records where the workspace stands after a run", async () => {
  await begin("ask-question", { isGit: true });
  const first = await harness.findRun({ state: "awaiting_input" }, "a question");
  const before = await readHead(project.workspace.path);
  await git("commit", "-q", "--allow-empty", "-m", "meanwhile");
  await answer(first.id, { labels: { "Which storage shall I use?": "SQLite" } });
  const ended = await harness.ended(first.id);
  expect(ended).toMatchObject({
    commitBefore: before,
    commitAfter: await readHead(project.workspace.path),
    hasProgress: true,
  });
  expect(ended.commitAfter).not.toBe(before);
});

it("an agent that decides for itself is not kept waiting, and what it decided is listed", async () => {
  await begin("ask-question", { skill: "---\nquestions: decide\n---\nYou write code.\n" });
  const first = await harness.findRun({ state: "ended" }, "the end");
  expect(first).toMatchObject({ outcome: "completed", questionMode: "decide", wakeOn: null });
  expect(first.questions).toMatchObject([{ kind: "question", state: "decided" }]);
  expect(first.resultText).toContain("Choose what you think is best");
  const states = await harness.prisma.activity.count({ where: { kind: "run_asks" } });
  expect(states).toBe(0);
});

it("a plan approved after its run had ended is carried out, as it was changed", async () => {
  await begin("plan-first", { level: "plan", answerWaitSeconds: 0 });
  const first = await harness.findRun({ state: "ended" }, "a parked plan");
  await answer(first.id, { permission: "allow", plan: "1. Only the file." });
  const second = await next(first.id);
  await harness.findRun({ id: second.id, startedAt: { not: null } }, "its start");
  const init = await harness.prisma.runEvent.findFirstOrThrow({
    where: { runId: second.id, kind: "init" },
  });
  expect(init.payload).toMatchObject({ permissionMode: "acceptEdits" });
  expect(
    (await harness.prisma.run.findUniqueOrThrow({ where: { id: second.id } })).prompt,
  ).toContain("yes, but follow this one: 1. Only the file.");
});

it("a changed plan goes down to an agent that waits for it", async () => {
  await begin("plan-first", { level: "plan" });
  const first = await harness.findRun({ state: "awaiting_input" }, "a plan");
  await answer(first.id, { permission: "allow", plan: "1. Only the file." });
  await harness.ended(first.id);
  const control = await waitFor(
    () => harness.prisma.runEvent.findFirst({ where: { runId: first.id, kind: "answered" } }),
    { what: "the answer" },
  );
  expect(control.payload).toMatchObject({ answer: { plan: "1. Only the file." } });
});

it("two requests at once are answered one by one", async () => {
  await begin("two-permissions");
  const first = await harness.findRun({ state: "awaiting_input" }, "a permission request");
  await waitFor(
    async () => (await harness.prisma.question.count({ where: { state: "open" } })) === 2,
    { what: "both requests" },
  );
  await answer(first.id, { permission: "allow" });
  expect(await harness.prisma.question.count({ where: { state: "open" } })).toBe(1);
  await answer(first.id, { permission: "deny", note: "not that one" });
  expect((await harness.ended(first.id)).resultText).toBe("1 of 2 were allowed.");
});

it("an answer given while no worker is there reaches the agent when one is back", async () => {
  const { engine } = await begin("permission-bash");
  const first = await harness.findRun({ state: "awaiting_input" }, "a permission request");
  await engine.stop();
  await answer(first.id, { permission: "allow" });
  await harness.engine();
  expect(await harness.ended(first.id, 60_000)).toMatchObject({
    outcome: "completed",
    resultText: "Written.",
  });
});

it("a note and a fresh session reach the agent", async () => {
  await begin("default-success");
  const first = await harness.findRun({ state: "ended" }, "the end");
  const harnessOf = { note: "Mind the tests", session: "fresh" } as const;
  await retryRun(harness.test.database, project.owner, { ...of(first.id), harness: harnessOf });
  const second = await harness.ended((await next(first.id)).id);
  expect(second).toMatchObject({ attempt: 2, isResume: false });
  expect(second.sessionId).not.toBe(first.sessionId);
  expect(second.prompt).toContain("Mind the tests");
});

const phases = [
  { phase: "verifying", scenario: "no-init" },
  { phase: "running", scenario: "long-sleep" },
  { phase: "awaiting_input", scenario: "ask-question" },
  { phase: "ending", scenario: "hang-after-result" },
] as const;

it.each(phases)("stops a run that is $phase, from two tabs at once", async (one) => {
  await begin(one.scenario);
  const first = await harness.findRun({ state: one.phase }, one.phase);
  await stopTwice(first.id);
  expect(await harness.ended(first.id)).toMatchObject({ outcome: "stopped" });
  await expectOneStop(first.id);
  expect(
    await harness.prisma.question.count({ where: { state: { in: ["open", "parked"] } } }),
  ).toBe(0);
});

it("takes back a run that no worker has claimed, from two tabs at once", async () => {
  await open("default-success");
  const engine = await harness.engine();
  await harness.drag(project, "Todo");
  await harness.findRun({ state: "ended" }, "a first run");
  await engine.engine.stop();
  // One that is alive and claims nothing.
  await pretendWorker(harness.test.database);
  const [first] = await harness.prisma.run.findMany();
  if (!first) throw new Error("expected a run");
  await retryRun(harness.test.database, project.owner, of(first.id));
  const queued = await next(first.id);
  expect(queued.state).toBe("queued");
  await stopTwice(queued.id);
  expect(await harness.ended(queued.id)).toMatchObject({ outcome: "stopped", startedAt: null });
  const rows = await harness.prisma.activity.count({ where: { kind: "run_withdrawn" } });
  expect(rows).toBe(1);
});

it("a stop of a run that has ended changes nothing", async () => {
  await begin("default-success");
  const first = await harness.findRun({ state: "ended" }, "the end");
  await stopTwice(first.id);
  expect(await harness.ended(first.id)).toMatchObject({
    outcome: "completed",
    stopRequestedAt: null,
  });
});

async function stopTwice(runId: string): Promise<void> {
  const stop = () => stopRun(harness.test.database, project.owner, of(runId), new Date());
  await Promise.all([stop(), stop()]);
  await stop();
}

async function expectOneStop(runId: string): Promise<void> {
  const rows = await harness.prisma.activity.findMany({ where: { kind: "run_stop_requested" } });
  expect(rows.map(({ data }) => (data as { run?: string }).run)).toEqual([runId]);
}
