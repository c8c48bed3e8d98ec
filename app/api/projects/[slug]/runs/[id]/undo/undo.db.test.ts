import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createUndoScene } from "#server/commands/fixtures/undo-scene.ts";
import type { UndoScene } from "#server/commands/fixtures/undo-scene.ts";
import { fileDiffSchema, runChangesSchema } from "#server/contracts/run.ts";
import { undoAnswerSchema } from "#server/contracts/undo.ts";
import { setDatabase } from "#server/store/client.ts";
import { agentActor } from "#server/testing/builders.ts";
import { callRoute } from "#server/testing/call-route.ts";
import type { RouteCall } from "#server/testing/call-route.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { GET as changesOf } from "../changes/route.ts";
import { GET as diffOf } from "../changes/file/route.ts";
import { POST as stop } from "../stop/route.ts";
import { POST as undo } from "./route.ts";

let test: TestDatabase;
let scene: UndoScene;
let runId: string;
const dataDirBefore = process.env["SIGNALBOX_DATA_DIR"];

beforeAll(async () => {
  test = await createTestDatabase();
  setDatabase(test.database);
});
afterAll(async () => {
  if (dataDirBefore === undefined) delete process.env["SIGNALBOX_DATA_DIR"];
  else process.env["SIGNALBOX_DATA_DIR"] = dataDirBefore;
  await test.close();
});
beforeEach(async () => {
  scene = await createUndoScene(test.database);
  process.env["SIGNALBOX_DATA_DIR"] = scene.dataDir;
  await scene.put("a.txt", "one\ntwo\n");
  ({ id: runId } = await scene.startRun());
  await scene.edit(runId, "a.txt", "one\n2\n");
  await scene.checkpoint(runId, "turn");
  await scene.edit(runId, "b.txt", "new\n");
});
afterEach(() => scene.clean());

const call = (
  handler: Parameters<typeof callRoute>[0],
  options: Partial<RouteCall> = {},
): ReturnType<typeof callRoute> =>
  callRoute(handler, {
    actor: scene.owner,
    method: "POST",
    params: { slug: scene.project.slug, id: runId },
    ...options,
  });

it("answers a preview, undoes once per key, and shows it with the changes", async () => {
  await scene.endRun(runId);
  const preview = await call(undo, { body: { preview: true } });
  expect(preview.status).toBe(200);
  expect(undoAnswerSchema.parse(preview.body).plan.files.map((file) => file.path)).toEqual([
    "a.txt",
    "b.txt",
  ]);
  const send = () => call(undo, { headers: { "idempotency-key": "k1" }, body: {} });
  const [first, second] = [await send(), await send()];
  expect(first.status).toBe(200);
  expect(second.body).toEqual(first.body);
  expect(await scene.read("a.txt")).toBe("one\ntwo\n");
  expect(await call(undo)).toMatchObject({ status: 422, body: { code: "NOTHING_TO_UNDO" } });

  const changes = await call(changesOf, { method: "GET" });
  expect(runChangesSchema.parse(changes.body)).toMatchObject({
    source: "checkpoints",
    files: [
      { path: "a.txt", change: "modified", added: 1, removed: 1, also: [] },
      { path: "b.txt", change: "added", added: 1, removed: 0, also: [] },
    ],
    turns: [{ turn: 1 }],
    undo: { state: "done", by: "owner", isRestore: false },
  });
  expect(await call(undo, { body: { restore: true } })).toMatchObject({ status: 200 });
  expect(await scene.read("b.txt")).toBe("new\n");
});

it("marks files that a person changed since", async () => {
  await scene.endRun(runId);
  await scene.put("a.txt", "one\n2\nthree\n");
  const { files } = runChangesSchema.parse((await call(changesOf, { method: "GET" })).body);
  expect(files.map(({ path, also }) => [path, also.map((by) => by.kind)])).toEqual([
    ["a.txt", ["person"]],
    ["b.txt", []],
  ]);
});

it("gives the difference of one file, and nothing beyond it", async () => {
  await scene.endRun(runId);
  const diff = (path: string) => call(diffOf, { method: "GET", query: { path } });
  expect(await diff("a.txt")).toMatchObject({
    status: 200,
    body: { text: "@@ -1,2 +1,2 @@\n one\n-two\n+2\n", isBinary: false, isTruncated: false },
  });
  expect(await diff("../../etc/passwd")).toMatchObject({ status: 200, body: { text: "" } });
  expect(await diff("--output=/tmp/x")).toMatchObject({ status: 200, body: { text: "" } });
  expect((await diff("")).status).toBe(400);
});

it("names the call that wrote each part of a difference", async () => {
  await scene.called(runId, "Read", { file_path: "b.txt" });
  await scene.replace(runId, "b.txt", "new", "newer");
  await scene.writeWhole(runId, "c.txt", "newer\n");
  await scene.endRun(runId);
  const calls = await test.database.prisma.runEvent.findMany({
    where: { runId, kind: "tool_call" },
    orderBy: { seq: "asc" },
  });
  const seqs = calls.slice(-2).map(({ seq }) => seq);
  const writersOf = async (path: string) => {
    const { body } = await call(diffOf, { method: "GET", query: { path } });
    return fileDiffSchema.parse(body).writers.map((one) => one && [one.tool, one.seq]);
  };
  // What a.txt became was not stored.
  expect(await writersOf("a.txt")).toEqual([null]);
  expect(await writersOf("b.txt")).toEqual([["Edit", seqs[0]]]);
  expect(await writersOf("c.txt")).toEqual([["Write", seqs[1]]]);
});

it("refuses unknown fields, agents, unknown runs and runs at work", async () => {
  expect((await call(undo, { body: { force: true } })).status).toBe(400);
  const agent = agentActor(scene.project, "programmer", { runId });
  expect((await call(undo, { actor: agent })).status).toBe(403);
  const nowhere = { slug: scene.project.slug, id: "0".repeat(32) };
  expect(await call(undo, { params: nowhere })).toMatchObject({ status: 404 });
  expect(await call(undo)).toMatchObject({ status: 409, body: { code: "RUN_ACTIVE" } });
  expect(await scene.read("b.txt")).toBe("new\n");
});

it("remembers that a stop is to be undone, once, and not for a run that has ended", async () => {
  expect((await call(stop, { body: { undo: true } })).status).toBe(204);
  expect((await call(stop, { body: { undo: true } })).status).toBe(204);
  const owed = await test.database.prisma.runUndo.findMany();
  expect(owed).toMatchObject([{ runId, state: "owed", requestedBy: "owner" }]);
  await scene.endRun(runId);
  expect(await call(stop, { body: { undo: true } })).toMatchObject({
    status: 409,
    body: { code: "RUN_ENDED" },
  });
  expect((await call(stop)).status).toBe(204);
});
