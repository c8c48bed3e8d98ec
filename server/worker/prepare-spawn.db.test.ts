import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { addBlocker } from "../commands/blockers.ts";
import { addComment, deleteComment } from "../commands/comments.ts";
import { createTicket } from "../commands/create-ticket.ts";
import { deleteTicket } from "../commands/delete-ticket.ts";
import { moveTicket } from "../commands/move-ticket.ts";
import { removeParent } from "../commands/set-parent.ts";
import { scanSkills } from "../commands/scan-skills.ts";
import { startRun } from "../commands/start-run.ts";
import { steerRun } from "../commands/steer-run.ts";
import type { Actor } from "../contracts/actor.ts";
import { agentActor } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { readClaimedRun } from "./claimed-run.ts";
import type { WorkerContext } from "./context.ts";
import { endRun, pretendWorker } from "./fixtures/admission.ts";
import { createWorkerContext } from "./fixtures/engine.ts";
import { createEngineProject } from "./fixtures/project.ts";
import type { EngineProject } from "./fixtures/project.ts";
import { prepareQueued, pretendBegun } from "./fixtures/spawn.ts";
import { prepareSpawn } from "./prepare-spawn.ts";

let test: TestDatabase;
let context: WorkerContext;
let project: EngineProject;

const programs = { keeperPath: "unused", fakeClaude: "unused" };
const now = () => new Date();

beforeAll(async () => {
  test = await createTestDatabase();
  await pretendWorker(test.database);
  ({ context } = await createWorkerContext(test, { dataDir: "/tmp/signalbox-unused", programs }));
});
afterAll(() => test.close());
afterEach(async () => {
  await project.workspace.remove();
  await test.database.prisma.project.deleteMany();
});

async function makeProject(options: Parameters<typeof createEngineProject>[1] = {}) {
  project = await createEngineProject(test.database, {
    tickets: [{ title: "Add VAT" }],
    rules: [],
    root: { dailyBudgetUsd: null },
    ...options,
  });
}

/** A person's start, up to the moment before the process would start. */
async function begin(ticketNumber = 1, previousRunId: string | null = null) {
  const started = await startRun(test.database, project.owner, {
    projectId: project.project.id,
    ticketNumber,
    agent: "programmer",
    previousRunId,
  });
  if (!("runId" in started)) throw new Error(`waits: ${JSON.stringify(started)}`);
  const prepared = await prepareQueued(context, started.runId);
  return { id: started.runId, ...prepared };
}

async function work(outcome: Parameters<typeof endRun>[2] = "completed", ticketNumber = 1) {
  const run = await begin(ticketNumber);
  await pretendBegun(test.database, run.id);
  await endRun(test.database, run.id, outcome);
  return run;
}

const comment = (actor: Actor, content: string, number = 1) =>
  addComment(test.database, actor, { projectId: project.project.id, number, content }, now());
const move = (number: number, status: string) =>
  moveTicket(
    test.database,
    project.owner,
    { projectId: project.project.id, number, status },
    now(),
  );
const saveSkill = async (text: string) => {
  await writeFile(path.join(project.workspace.path, ".agents/skills/programmer.md"), text);
  await scanSkills(test.database, project.project.id, project.owner, now());
};
const setProject = (data: object) =>
  test.database.prisma.project.update({ where: { id: project.project.id }, data });
const session = () => test.database.prisma.agentSession.findFirstOrThrow();
const run = (id: string) => test.database.prisma.run.findUniqueOrThrow({ where: { id } });

async function colleague(role: string): Promise<Actor> {
  const user = await test.database.prisma.user.upsert({
    where: { handle: "grace" },
    create: { handle: "grace", name: "Grace", role, isMaintainer: true },
    update: { role },
  });
  return { ...project.owner, slug: "grace", name: "Grace", userId: user.id, role: "member" };
}

const again =
  "Ticket #1 was given to you again: Add VAT\nRead what changed since your last run and continue.";
const feedback =
  "The owner has posted feedback on ticket #1: Add VAT\nRead ALL owner comments on this ticket and address them.";

it("begins with preamble, memory and skill, and commits the session before anything starts", async () => {
  await makeProject({ skills: { programmer: "---\nmodel: opus\n---\n\nYou code.\n" } });
  await writeFile(path.join(project.workspace.path, ".agents/preamble.md"), "You are {agent}.\n");
  await mkdir(path.join(project.workspace.path, ".agents/programmer"));
  await writeFile(path.join(project.workspace.path, ".agents/programmer/memory.md"), "- old\n");
  const first = await begin();
  expect(first.prompt).toBe(
    "You are programmer.\n\n- old\n\nYou code.\n\nFocus on ticket #1: Add VAT",
  );
  expect(first.isResume).toBe(false);
  expect(await session()).toMatchObject({ sessionId: first.sessionId, isStarted: false });
  expect(await run(first.id)).toMatchObject({ prompt: first.prompt, sessionId: first.sessionId });
});

it("resumes the pair's session and does not repeat the skill", async () => {
  await makeProject();
  const first = await work();
  const second = await begin();
  expect(second).toMatchObject({ isResume: true, sessionId: first.sessionId, prompt: again });
});

it("claims feedback only for an owner's comment, and names everybody else", async () => {
  await makeProject();
  await work();
  await comment(await colleague("member"), "looks odd");
  await comment(agentActor(project.project, "reviewer"), "so it does");
  const second = await begin();
  expect(second.prompt).toBe(
    "Grace and reviewer have posted on ticket #1: Add VAT\nRead all comments since your last run and address them.",
  );
  await pretendBegun(test.database, second.id);
  await endRun(test.database, second.id, "completed");

  await comment(project.owner, "please mend it");
  await comment(await colleague("member"), "yes");
  const third = await begin();
  expect(third.prompt).toBe(`${feedback}\nRead all comments since your last run and address them.`);
});

it("does not speak of its own comments, of deleted ones, nor of those it was told about", async () => {
  await makeProject();
  const first = await begin();
  await pretendBegun(test.database, first.id);
  await comment(agentActor(project.project, "programmer", { runId: first.id }), "I am done");
  await endRun(test.database, first.id, "completed");
  const deleted = await comment(project.owner, "never mind");
  await deleteComment(
    test.database,
    project.owner,
    { projectId: project.project.id, number: 1, comment: deleted.number },
    new Date(),
  );
  const second = await begin();
  expect(second.prompt).toBe(again);
  await pretendBegun(test.database, second.id);
  await endRun(test.database, second.id, "completed");

  await comment(project.owner, "one thing");
  expect((await work()).prompt).toBe(feedback);
  expect((await begin()).prompt).toBe(again);
});

it("hands on a person's words, also when the conversation begins anew", async () => {
  await makeProject();
  const first = await work();
  const message = { projectId: project.project.id, runId: first.id, mode: "now" } as const;
  await steerRun(test.database, project.owner, { ...message, text: "skip refunds" }, now());
  const firing = await test.database.prisma.firing.findFirstOrThrow({ where: { state: "owed" } });
  const started = await begin();
  await test.database.prisma.run.update({
    where: { id: started.id },
    data: { firingId: firing.id, cause: "message" },
  });
  expect((await prepareQueued(context, started.id)).prompt).toBe(
    "Owner wrote to you about ticket #1: Add VAT\nskip refunds",
  );
  const fresh = await prepareQueued(context, started.id, { session: "fresh" });
  expect(fresh).toMatchObject({ isResume: false });
  expect(fresh.sessionId).not.toBe(first.sessionId);
  expect(fresh.prompt).toMatch(
    /^You write code\.\n\nFocus on ticket #1: Add VAT\n\nYou worked on this ticket before, in a conversation that is closed\. What is known of it:\n<data-([\w-]+)>\nRun 1 completed\n<\/data-\1>\n\nOwner wrote to you about ticket #1: Add VAT\nskip refunds$/,
  );
});

it("tells once that all sub-tickets have ended: done, deleted, detached", async () => {
  await makeProject({ tickets: [{ title: "Add VAT" }, { title: "Cart" }, { title: "Tax" }] });
  const child = { projectId: project.project.id, parentId: 1, status: "Todo" };
  await createTicket(test.database, project.owner, { ...child, title: "Cart\ntotal" }, now());
  await createTicket(test.database, project.owner, { ...child, title: "Tax" }, now());
  await createTicket(test.database, project.owner, { ...child, title: "Docs" }, now());
  await work();
  await move(4, "Done");
  expect((await work()).prompt).toBe(again);
  await deleteTicket(
    test.database,
    project.owner,
    { projectId: project.project.id, number: 5 },
    now(),
  );
  await removeParent(
    test.database,
    project.owner,
    { projectId: project.project.id, number: 6 },
    now(),
  );
  const woken = await work();
  expect(woken.prompt).toMatch(
    /^The sub-tickets of ticket #1 have ended: Add VAT\n<data-([\w-]+)>\n#5 deleted: Tax\n#6 detached\n<\/data-\1>$/,
  );
  expect((await begin()).prompt).toBe(again);
});

it("names the blocker that reached Done since the last run", async () => {
  await makeProject({ tickets: [{ title: "Add VAT" }, { title: "Schema" }] });
  await work();
  await addBlocker(
    test.database,
    project.owner,
    { projectId: project.project.id, number: 1, blocker: 2 },
    now(),
  );
  await move(2, "Done");
  expect((await work()).prompt).toBe(
    "Ticket #2, which blocked ticket #1, is done: Add VAT\nContinue.",
  );
  expect((await begin()).prompt).toBe(again);
});

it("says of a run that is tried again what is known to be missing", async () => {
  await makeProject();
  const first = await begin();
  await pretendBegun(test.database, first.id);
  const items = [
    { text: "Read the code", state: "completed" },
    { text: "Write tests", state: "pending" },
  ];
  await test.database.prisma.runEvent.create({
    data: {
      runId: first.id,
      seq: 1,
      at: now(),
      kind: "todo",
      payload: { items },
      processNumber: 1,
      offset: 10,
    },
  });
  await test.database.prisma.run.update({
    where: { id: first.id },
    data: { nextSeq: 2, hasProgress: true },
  });
  await endRun(test.database, first.id, "max_turns");
  const second = await begin(1, first.id);
  expect(second.prompt).toBe(
    "Your last run on ticket #1 ended early (max_turns): Add VAT\nMissing: Write tests, moving the card. Continue.",
  );
});

it("begins anew with an edited skill, and tells what is known", async () => {
  await makeProject();
  const first = await work();
  await saveSkill("You write code.\nNever touch migrations.\n");
  const second = await begin();
  expect(second).toMatchObject({ isResume: false });
  expect(second.sessionId).not.toBe(first.sessionId);
  expect(second.prompt).toContain(
    "Never touch migrations.\n\nFocus on ticket #1: Add VAT\n\nYou worked",
  );
  expect(await session()).toMatchObject({ skillVersion: 2, sessionId: second.sessionId });
});

it("sends the change of the skill where the project says so, once", async () => {
  await makeProject();
  await setProject({ skillChange: "send" });
  const first = await work();
  await saveSkill("You write code.\nNever touch migrations.\n");
  const second = await work();
  expect(second).toMatchObject({ isResume: true, sessionId: first.sessionId });
  expect(second.prompt).toBe(
    `--- skill version 1\n+++ skill version 2\n@@ -1,1 +1,2 @@\n You write code.\n+Never touch migrations.\n\n${again}`,
  );
  expect((await begin()).prompt).toBe(again);
});

it("sends the whole new skill where the change is long", async () => {
  await makeProject({ skills: { programmer: `${"Old words.\n".repeat(80)}` } });
  await setProject({ skillChange: "send" });
  await work();
  await saveSkill(`---\nmaxTurns: 9\n---\n${"New words, all of them.\n".repeat(80)}`);
  const { prompt } = await begin();
  expect(prompt).toBe(`${"New words, all of them.\n".repeat(80)}\n${again}`);
});

it("keeps the conversation and the skill it lives by where the project says so", async () => {
  await makeProject();
  await setProject({ skillChange: "keep" });
  const first = await work();
  await saveSkill("Another craft.\n");
  const second = await work();
  expect(second).toMatchObject({ isResume: true, sessionId: first.sessionId, prompt: again });
  expect(await session()).toMatchObject({ skillVersion: 1 });
  expect(await run(second.id)).toMatchObject({ skillVersion: 1 });
  await setProject({ skillChange: "send" });
  expect((await begin()).prompt).toContain("+++ skill version 2");
});

it("goes on when only the front matter changed", async () => {
  await makeProject();
  const first = await work();
  await saveSkill("---\nmaxTurns: 9\n---\nYou write code.\n");
  expect(await begin()).toMatchObject({ isResume: true, sessionId: first.sessionId });
});

it.each([
  ["2.1.239", false],
  ["2.1.240", true],
])("in another folder CLI %s resumes: %s", async (version, isResume) => {
  await makeProject();
  const first = await work();
  await test.database.prisma.agentSession.updateMany({ data: { cwd: "/somewhere/else" } });
  const claude = { ...context, claude: () => ({ version }) as ReturnType<WorkerContext["claude"]> };
  const saved = context;
  context = claude;
  try {
    const second = await begin();
    expect(second.isResume).toBe(isResume);
    expect(second.sessionId === first.sessionId).toBe(isResume);
    if (!isResume) expect(second.prompt).toContain("You worked on this ticket before");
  } finally {
    context = saved;
  }
});

it("reads the action's skill file where it is given, and refuses one outside the workspace", async () => {
  await makeProject();
  await writeFile(path.join(project.workspace.path, "night.md"), "---\nname: x\n---\nYou sweep.\n");
  const { id } = await begin();
  const withFile = async (skillFile: string) => {
    const claimed = await readClaimedRun(test.database, id);
    if (!claimed) throw new Error("no run");
    return prepareSpawn(context, { ...claimed, skillFile }, 1);
  };
  const sweep = { ok: true, prepared: { prompt: "You sweep.\n\nFocus on ticket #1: Add VAT" } };
  expect(await withFile("night.md")).toMatchObject(sweep);
  expect(await withFile("./night.md")).toMatchObject(sweep);
  expect(await withFile(path.join(project.workspace.path, "night.md"))).toMatchObject(sweep);
  expect(await withFile("missing.md")).toMatchObject({
    ok: true,
    prepared: { prompt: "You write code.\n\nFocus on ticket #1: Add VAT" },
  });
  for (const outside of ["/etc/hostname", "../night.md"]) {
    expect(await withFile(outside)).toMatchObject({
      ok: false,
      message: expect.stringContaining(`skillFile ${outside}`) as string,
    });
  }
});

it("gives the CLI as budget what this run may still spend", async () => {
  await makeProject();
  const { id } = await begin();
  await test.database.prisma.run.update({ where: { id }, data: { budgetUsd: 2, costUsd: 0.5 } });
  const claimed = await readClaimedRun(test.database, id);
  if (!claimed) throw new Error("no run");
  const preparation = await prepareSpawn(context, claimed, 1);
  if (!preparation.ok) throw new Error("not prepared");
  const { argv } = preparation.prepared.spec;
  expect(argv[argv.indexOf("--max-budget-usd") + 1]).toBe("1.5");
});
