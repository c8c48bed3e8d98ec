import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Failure } from "#server/contracts/failure.ts";
import type { UndoRequest } from "#server/contracts/undo.ts";
import { readRunPoints } from "../../queries/run-checkpoints.ts";
import { agentActor } from "../../testing/builders.ts";
import { createTestDatabase } from "../../testing/database.ts";
import type { TestDatabase } from "../../testing/database.ts";
import { createTicket } from "../create-ticket.ts";
import { createUndoScene } from "../fixtures/undo-scene.ts";
import type { UndoScene } from "../fixtures/undo-scene.ts";
import { moveTicket } from "../move-ticket.ts";
import { setTicketLabels } from "../set-ticket-labels.ts";
import { undoRun } from "./undo-run.ts";

let test: TestDatabase;
let scene: UndoScene;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  scene = await createUndoScene(test.database);
});
afterEach(() => scene.clean());

const undo = (runId: string, request: UndoRequest = {}) =>
  undoRun(
    test.database,
    scene.owner,
    { ...request, projectId: scene.project.id, runId, dataDir: scene.dataDir },
    new Date(),
  );
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Failure) => [error.status, error.code],
  );
const kinds = (plan: { files: { path: string; kind: string }[] }) =>
  Object.fromEntries(plan.files.map((file) => [file.path, file.kind]));
const ticketPlace = async (number: number) => {
  const ticket = await test.database.prisma.ticket.findUniqueOrThrow({
    where: { projectId_number: { projectId: scene.project.id, number } },
    include: { column: true, labels: { include: { label: true } } },
  });
  return {
    column: ticket.column.name,
    labels: ticket.labels.map(({ label }) => label.name),
    isDeleted: ticket.deletedAt !== null,
  };
};

it("previews, undoes, and takes the undo back", async () => {
  await scene.git("init", "-q", "-b", "main");
  await scene.put(".gitignore", "*.log\n");
  await scene.put("cart.ts", "1\n2\n3\n4\n5\n6\n");
  await scene.git("add", ".");
  await scene.git("commit", "-qm", "first");
  await scene.put("mine.ts", "a person's own, uncommitted\n");
  const run = await scene.startRun();
  await scene.edit(run.id, "cart.ts", "agent\n2\n3\n4\n5\n6\n");
  await scene.edit(run.id, "new.ts", "new\n");
  await scene.git("add", "cart.ts");
  await scene.git("commit", "-qm", "agent's commit");
  await scene.called(run.id, "Bash", { command: "git commit -qm ..." });
  await scene.put("build.log", "from the agent\n");
  await scene.endRun(run.id);
  await scene.put("cart.ts", "agent\n2\n3\n4\n5\nperson\n");

  const { plan, undo: none } = await undo(run.id, { preview: true });
  expect(none).toBeNull();
  expect(kinds(plan)).toEqual({ "cart.ts": "merge", "new.ts": "remove" });
  expect(plan.files[0]?.also).toMatchObject([{ kind: "person" }]);
  expect(plan.commits).toMatchObject([{ subject: "agent's commit" }]);
  expect(await scene.read("cart.ts")).toContain("agent");

  const done = await undo(run.id);
  expect(done).toMatchObject({ undo: { state: "done", by: "owner" }, problems: [] });
  expect(await scene.read("cart.ts")).toBe("1\n2\n3\n4\n5\nperson\n");
  expect(await scene.read("new.ts")).toBeNull();
  expect(await scene.read("mine.ts")).toBe("a person's own, uncommitted\n");
  expect(await scene.read("build.log")).toBe("from the agent\n");
  expect(await scene.git("log", "-1", "--format=%s")).toBe(`Revert "agent's commit"`);
  expect(await refusal(undo(run.id))).toEqual([422, "NOTHING_TO_UNDO"]);

  const restored = await undo(run.id, { restore: true });
  expect(restored.undo).toMatchObject({ state: "done", isRestore: true });
  expect(await scene.read("cart.ts")).toBe("agent\n2\n3\n4\n5\nperson\n");
  expect(await scene.read("new.ts")).toBe("new\n");
  expect(await scene.git("show", "HEAD:cart.ts")).toBe("agent\n2\n3\n4\n5\n6");
  expect(await refusal(undo(run.id, { restore: true }))).toEqual([422, "NOTHING_TO_UNDO"]);

  await undo(run.id);
  expect(await scene.read("cart.ts")).toBe("1\n2\n3\n4\n5\nperson\n");
  const rows = await test.database.prisma.activity.findMany({ where: { kind: "run_undone" } });
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatchObject({ actor: "owner", ticketNumber: 1, data: { run: run.id } });
});

it("goes back to a turn, and from there to the beginning", async () => {
  await scene.put("a.txt", "0\n");
  const run = await scene.startRun();
  await scene.edit(run.id, "a.txt", "1\n");
  await scene.checkpoint(run.id, "turn");
  await scene.edit(run.id, "a.txt", "2\n");
  await scene.edit(run.id, "b.txt", "2\n");
  await scene.checkpoint(run.id, "turn");
  await scene.endRun(run.id);
  expect(await refusal(undo(run.id, { toTurn: 3 }))).toEqual([422, "TURN_UNKNOWN"]);

  await undo(run.id, { toTurn: 1 });
  expect(await scene.read("a.txt")).toBe("1\n");
  expect(await scene.read("b.txt")).toBeNull();
  await undo(run.id);
  expect(await scene.read("a.txt")).toBe("0\n");
  await undo(run.id, { restore: true });
  expect(await scene.read("a.txt")).toBe("1\n");
  await undo(run.id, { restore: true });
  expect(await scene.read("a.txt")).toBe("2\n");
  expect(await scene.read("b.txt")).toBe("2\n");
});

it("leaves another agent's file and conflicts alone, and puts a chosen one back", async () => {
  await scene.put("same.txt", "0\n");
  await scene.put("free.txt", "0\n");
  const run = await scene.startRun();
  await scene.edit(run.id, "same.txt", "first\n");
  await scene.edit(run.id, "free.txt", "first\n");
  await scene.endRun(run.id);
  const other = await scene.startRun("reviewer");
  await scene.edit(other.id, "same.txt", "second\n");
  await scene.edit(other.id, "theirs.txt", "second\n");
  await scene.endRun(other.id);

  const { plan } = await undo(run.id, { preview: true });
  expect(kinds(plan)).toEqual({ "free.txt": "write", "same.txt": "conflict" });
  expect(plan.files[1]).toMatchObject({
    reason: "changed_since",
    canForce: true,
    also: [{ kind: "run", run: other.id, agent: "reviewer", ticket: 1 }],
  });
  await undo(run.id);
  expect(await scene.read("same.txt")).toBe("second\n");
  expect(await scene.read("free.txt")).toBe("0\n");
  expect(await scene.read("theirs.txt")).toBe("second\n");
  await undo(run.id, { putBack: ["same.txt"] });
  expect(await scene.read("same.txt")).toBe("0\n");
});

it("closes the tickets it made and puts column and labels back where nobody else changed them", async () => {
  const run = await scene.startRun();
  const [ticket] = scene.tickets;
  if (!ticket) throw new Error("expected a ticket");
  const agent = agentActor(scene.project, "programmer", {
    runId: run.id,
    ticket: { id: ticket.id, number: 1 },
  });
  const projectId = scene.project.id;
  const now = new Date();
  const labels = await test.database.prisma.label.findMany({ where: { projectId } });
  const numbered = (name: string) => labels.find((label) => label.name === name)?.number ?? 0;
  await createTicket(
    test.database,
    agent,
    { projectId, title: "Found a bug", status: "Backlog", parentId: 1 },
    now,
  );
  await setTicketLabels(
    test.database,
    agent,
    { projectId, number: 1, labelIds: [numbered("agent")] },
    now,
  );
  await moveTicket(test.database, agent, { projectId, number: 1, status: "Review" }, now);
  await scene.endRun(run.id);

  const { plan } = await undo(run.id);
  expect(plan).toMatchObject({
    tickets: [{ number: 2, title: "Found a bug" }],
    column: { from: "Review", to: "Todo" },
    labels: { from: ["agent"], to: [] },
  });
  expect(await ticketPlace(1)).toEqual({ column: "Todo", labels: [], isDeleted: false });
  expect(await ticketPlace(2)).toMatchObject({ isDeleted: true });

  await undo(run.id, { restore: true });
  expect(await ticketPlace(1)).toEqual({ column: "Review", labels: ["agent"], isDeleted: false });
  expect(await ticketPlace(2)).toMatchObject({ isDeleted: false });

  await moveTicket(
    test.database,
    scene.owner,
    { projectId, number: 1, status: "Blocked" },
    new Date(),
  );
  const later = await undo(run.id);
  expect(later.plan).toMatchObject({ column: null, boardStays: ["column"] });
  expect((await ticketPlace(1)).column).toBe("Blocked");
});

it("names what no undo reaches", async () => {
  const run = await scene.startRun();
  const commands = [
    "git -C . push origin main",
    "git status && echo push",
    'curl -s "$SIGNALBOX_API_URL/api/projects"',
    "curl https://example.org/hook",
  ];
  for (const command of commands) await scene.called(run.id, "Bash", { command });
  await scene.put("a.txt", "a\n");
  await scene.endRun(run.id);
  const { plan } = await undo(run.id, { preview: true });
  expect(plan.beyond).toEqual({ pushes: [commands[0]], network: [commands[3]] });
});

it("refuses while somebody is at work in the folder, and without checkpoints", async () => {
  const { prisma } = test.database;
  const run = await scene.startRun();
  await scene.put("a.txt", "a\n");
  expect(await refusal(undo(run.id, { preview: true }))).toEqual([409, "RUN_ACTIVE"]);
  await scene.endRun(run.id);
  const other = await scene.startRun("reviewer");
  expect(await refusal(undo(run.id))).toEqual([409, "RUN_ACTIVE"]);
  await scene.endRun(other.id);
  await prisma.runUndo.create({
    data: {
      id: "d".repeat(32),
      projectId: scene.project.id,
      runId: other.id,
      state: "doing",
      requestedBy: "owner",
      requestedByKind: "person",
    },
  });
  expect(await refusal(undo(run.id))).toEqual([409, "UNDO_ACTIVE"]);
  await prisma.runUndo.deleteMany();
  expect(await refusal(undo("0".repeat(32)))).toEqual([404, "RUN_UNKNOWN"]);

  await prisma.checkpoint.updateMany({
    where: { runId: run.id, kind: "start" },
    data: { commit: null, error: "git add: took too long" },
  });
  expect((await readRunPoints(prisma, run.id)).problem).toContain("took too long");
  expect(await refusal(undo(run.id))).toEqual([422, "NO_CHECKPOINT"]);
  expect(await scene.read("a.txt")).toBe("a\n");
});

it("does one of two undos that come at once", async () => {
  const run = await scene.startRun();
  await scene.edit(run.id, "a.txt", "a\n");
  await scene.endRun(run.id);
  const answers = await Promise.all([refusal(undo(run.id)), refusal(undo(run.id))]);
  expect(answers).toContainEqual("done");
  const [second] = answers.filter((answer) => answer !== "done");
  expect(second).toBeDefined();
  expect(await scene.read("a.txt")).toBeNull();
  const done = await test.database.prisma.runUndo.count({ where: { state: "done" } });
  expect(done).toBe(1);
});

it("leaves what an agent at work beside it, or a person, wrote meanwhile", async () => {
  await scene.put("shared.txt", "0\n");
  const run = await scene.startRun();
  const other = await scene.startRun("reviewer");
  await scene.edit(run.id, "mine.txt", "mine\n");
  await scene.edit(run.id, "shared.txt", "mine\n");
  await scene.edit(other.id, "theirs.txt", "theirs\n");
  await scene.edit(other.id, "shared.txt", "mine and theirs\n");
  await scene.put("person.txt", "a person's\n");
  await scene.endRun(run.id);
  await scene.endRun(other.id);

  const { plan } = await undo(run.id);
  expect(
    plan.files.map(({ path, kind, reason, also }) => [path, kind, reason, also.length]),
  ).toEqual([
    ["mine.txt", "remove", null, 0],
    ["person.txt", "conflict", "shared", 1],
    ["shared.txt", "conflict", "shared", 1],
    ["theirs.txt", "conflict", "shared", 1],
  ]);
  expect(await scene.read("mine.txt")).toBeNull();
  expect(await scene.read("theirs.txt")).toBe("theirs\n");
  expect(await scene.read("person.txt")).toBe("a person's\n");
  expect(await scene.read("shared.txt")).toBe("mine and theirs\n");
});

it("leaves files that nothing of the run names, unless its commands may have written them", async () => {
  const run = await scene.startRun();
  await scene.edit(run.id, "mine.txt", "mine\n");
  await scene.put("person.txt", "a person's\n");
  await scene.endRun(run.id);
  const { plan } = await undo(run.id, { preview: true });
  expect(plan.files.map(({ path, kind, reason }) => [path, kind, reason])).toEqual([
    ["mine.txt", "remove", null],
    ["person.txt", "conflict", "not_named"],
  ]);
  await scene.called(run.id, "Bash", { command: "npm run build" });
  const later = await undo(run.id, { preview: true });
  expect(later.plan.files.map(({ path, kind, isNamed }) => [path, kind, isNamed])).toEqual([
    ["mine.txt", "remove", true],
    ["person.txt", "remove", false],
  ]);
});

it("keeps what a person and another agent wrote into the same files while it ran", async () => {
  await scene.put("cart.ts", "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
  await scene.put("same.ts", "a\nb\nc\n");
  const run = await scene.startRun();
  const other = await scene.startRun("reviewer");
  await scene.replace(run.id, "cart.ts", "1\n", "agent\n");
  await scene.replace(other.id, "cart.ts", "5\n", "other\n");
  await scene.put("cart.ts", "agent\n2\n3\n4\nother\n6\n7\n8\nperson\n");
  await scene.replace(run.id, "same.ts", "b\n", "agent\n");
  await scene.put("same.ts", "a\nagent, and a person\nc\n");
  await scene.called(run.id, "Edit", { file_path: "cart.ts", old_string: "x" }, true);
  await scene.called(run.id, "Bash", { command: "cat cart.ts | head -3 && git status" });
  await scene.endRun(run.id);
  await scene.endRun(other.id);

  const { plan } = await undo(run.id);
  expect(plan.files.map(({ path, kind, reason }) => [path, kind, reason])).toEqual([
    ["cart.ts", "merge", null],
    ["same.ts", "conflict", "changed_since"],
  ]);
  expect(plan.files[1]?.also).toMatchObject([{ kind: "person" }]);
  expect(await scene.read("cart.ts")).toBe("1\n2\n3\n4\nother\n6\n7\n8\nperson\n");
  expect(await scene.read("same.ts")).toBe("a\nagent, and a person\nc\n");

  await undo(run.id, { restore: true });
  expect(await scene.read("cart.ts")).toBe("agent\n2\n3\n4\nother\n6\n7\n8\nperson\n");
});

it("goes by the checkpoints where commands may have written, and where blanks differ", async () => {
  await scene.put("a.ts", "1\n2\n3\n");
  await scene.put("b.ts", "1\n2\n3\n");
  const run = await scene.startRun();
  await scene.replace(run.id, "a.ts", "1\n", "agent  \n");
  // As an editing tool stores it.
  await scene.put("a.ts", "agent\n2\n3\n");
  await scene.endRun(run.id);
  await undo(run.id);
  expect(await scene.read("a.ts")).toBe("1\n2\n3\n");

  const second = await scene.startRun();
  await scene.replace(second.id, "b.ts", "1\n", "agent\n");
  await scene.called(second.id, "Bash", { command: "npx prettier --write ." });
  await scene.put("b.ts", "agent;\n2;\n3;\n");
  await scene.endRun(second.id);
  await undo(second.id);
  expect(await scene.read("b.ts")).toBe("1\n2\n3\n");
});

it("leaves a commit that a person made between the run's commands", async () => {
  const { prisma } = test.database;
  await scene.git("init", "-q", "-b", "main");
  await scene.put("cart.ts", "1\n2\n3\n4\n5\n");
  await scene.put("mine.ts", "1\n");
  await scene.git("add", ".");
  await scene.git("commit", "-qm", "first");
  const run = await scene.startRun();
  await scene.edit(run.id, "cart.ts", "agent\n2\n3\n4\n5\n");
  await scene.git("commit", "-qam", "agent's commit");
  await scene.called(run.id, "Bash", { command: "git commit -qam ..." });
  // Told by its output, and long over when the person commits.
  const id = await scene.git("rev-parse", "--short", "HEAD");
  const told = await prisma.runEvent.findFirstOrThrow({
    where: { runId: run.id, kind: "tool_result" },
    orderBy: { seq: "desc" },
  });
  const payload = { ...(told.payload as object), text: `[main ${id}] agent's commit` };
  const where = { runId: run.id };
  await prisma.runEvent.updateMany({ where: { ...where, seq: told.seq }, data: { payload } });
  await prisma.runEvent.updateMany({ where, data: { at: new Date(Date.now() - 60_000) } });
  await scene.put("mine.ts", "person\n");
  await scene.git("commit", "-qam", "person's commit");
  await scene.endRun(run.id);
  const { plan } = await undo(run.id);
  expect(plan.commits.map(({ subject }) => subject)).toEqual(["agent's commit"]);
  expect(plan.commitsOfOthers.map(({ subject }) => subject)).toEqual(["person's commit"]);
  expect(plan.files.map(({ path, kind, reason }) => [path, kind, reason])).toEqual([
    ["cart.ts", "write", null],
    ["mine.ts", "conflict", "committed"],
  ]);
  expect(await scene.read("cart.ts")).toBe("1\n2\n3\n4\n5\n");
  expect(await scene.read("mine.ts")).toBe("person\n");
  expect(await scene.git("show", "HEAD:mine.ts")).toBe("person");
  expect(await scene.git("show", "HEAD:cart.ts")).toBe("1\n2\n3\n4\n5");
  expect(await scene.git("log", "--format=%s")).toBe(
    `Revert "agent's commit"\nperson's commit\nagent's commit\nfirst`,
  );
});
