import { rm } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { addComment } from "../commands/comments.ts";
import type { Actor } from "../contracts/actor.ts";
import { agentActor } from "../testing/builders.ts";
import { waitFor } from "../testing/wait-for.ts";
import { createHarness } from "./fixtures/harness.ts";
import type { Harness } from "./fixtures/harness.ts";
import type { EngineProject } from "./fixtures/project.ts";

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
const comments = {
  id: "comments",
  trigger: { type: "ticketCommentAdded", pollSeconds: 1 },
  actions: [{ type: "runAgent", agent: "programmer" }],
};

async function begin(scenario: string, env: Record<string, string> = {}): Promise<void> {
  project = await harness.project({
    tickets: [{ title: `scenario: ${scenario}` }],
    rules: [code, comments],
  });
  await harness.engine({ env });
  await harness.drag(project, "Todo");
}

const say = (actor: Actor, content: string) =>
  addComment(
    harness.test.database,
    actor,
    { projectId: project.project.id, number: 1, content },
    new Date(),
  );

/** Nothing is owed or active any more; how many runs there were. */
async function countWhenQuiet(): Promise<number> {
  await waitFor(
    async () =>
      (await harness.prisma.firing.count({ where: { state: "owed" } })) === 0 &&
      (await harness.prisma.run.count({ where: { state: { not: "ended" } } })) === 0,
    { timeoutMs: 40_000, what: "quiet" },
  );
  return harness.prisma.run.count();
}

it("makes one resumed run of everything that was written during a run, but for its agent's own words", async () => {
  await begin("slow-stream", { FAKE_CLAUDE_SPEED: "8" });
  const run = await harness.findRun({ state: "running" }, "a running agent");
  const self = agentActor(project.project, "programmer", {
    runId: run.id,
    ticket: project.tickets[0] ?? null,
  });
  await say(self, "I am on it");
  await say(project.owner, "Better names, please");
  await say(agentActor(project.project, "reviewer"), "And tests");
  await say(project.owner, "And a changelog");
  await harness.ended(run.id);

  expect(await countWhenQuiet()).toBe(2);
  const second = await harness.findRun({ id: { not: run.id } }, "the second run");
  expect(second).toMatchObject({
    isResume: true,
    sessionId: run.sessionId,
    automationId: "comments",
  });
  expect(second.prompt).toBe(
    [
      "The owner has posted feedback on ticket #1: scenario: slow-stream",
      "Read ALL owner comments on this ticket and address them.",
      "Read all comments since your last run and address them.",
    ].join("\n"),
  );
}, 90_000);

it("does not wake an agent by what it wrote itself", async () => {
  await begin("slow-stream", { FAKE_CLAUDE_SPEED: "8" });
  const run = await harness.findRun({ state: "running" }, "a running agent");
  await say(
    agentActor(project.project, "programmer", {
      runId: run.id,
      ticket: project.tickets[0] ?? null,
    }),
    "I am done, please look",
  );
  await harness.ended(run.id);
  const state = {
    projectId_automationId: { projectId: project.project.id, automationId: "comments" },
  };
  const { revision } = await harness.prisma.projectRevision.findFirstOrThrow();
  await waitFor(
    async () =>
      ((await harness.prisma.automationState.findUnique({ where: state }))?.cursor ?? 0n) >=
      revision,
    { what: "the comment rule has looked at everything" },
  );
  expect(await countWhenQuiet()).toBe(1);
}, 60_000);

it("owes a run for a comment that came between the result and the end", async () => {
  await begin("hang-after-result");
  const run = await harness.findRun({ resultText: { not: null } }, "a result");
  await say(project.owner, "One more thing");
  expect((await harness.ended(run.id)).outcome).toBe("completed");
  const begun = { id: { not: run.id }, startedAt: { not: null } };
  const second = await harness.findRun(begun, "the second run");
  expect(second.prompt).toContain("The owner has posted feedback on ticket #1");
  expect(await harness.prisma.firing.count({ where: { state: "owed" } })).toBe(0);
  expect(await harness.prisma.run.count()).toBe(2);
}, 90_000);

it("keeps the stored session id, whatever a resumed process calls itself", async () => {
  await begin("renamed-session");
  const first = await harness.findRun({ state: "ended" }, "the first run");
  await say(project.owner, "Go on");
  const second = await harness.findRun({ state: "ended", id: { not: first.id } }, "the second");
  expect(second).toMatchObject({ outcome: "completed", isResume: true, processNumber: 1 });
  const session = await harness.prisma.agentSession.findFirstOrThrow();
  expect(session.sessionId).toBe(first.sessionId);
  const init = (await harness.events(second.id)).find(({ kind }) => kind === "init");
  const { sessionId } = (init?.payload ?? {}) as { sessionId?: string };
  expect(sessionId).toMatch(/^[0-9a-f-]{36}$/);
  expect(sessionId).not.toBe(first.sessionId);
}, 60_000);

it("begins one fresh session with a digest when the conversation is not found", async () => {
  await begin("default-success");
  const first = await harness.findRun({ state: "ended" }, "the first run");
  await rm(path.join(harness.dataDir, "fake-sessions"), { recursive: true });
  await say(project.owner, "And tests");
  const second = await harness.findRun({ state: "ended", id: { not: first.id } }, "the second");

  expect(second).toMatchObject({ outcome: "completed", processNumber: 2, isResume: false });
  expect(second.prompt).toMatch(
    /^You write code\.\n\nFocus on ticket #1: scenario: default-success\n\nYou worked on this ticket before, .*\n<data-[\w-]+>\nRun 1 completed: Done: the notes are written and the tests pass\.\n<\/data-[\w-]+>\n\nThe owner has posted feedback on ticket #1: scenario: default-success\nRead ALL owner comments on this ticket and address them\.$/,
  );
  const session = await harness.prisma.agentSession.findFirstOrThrow();
  expect(session).toMatchObject({ sessionId: second.sessionId, isStarted: true });
  expect(await countWhenQuiet()).toBe(2);
}, 60_000);
