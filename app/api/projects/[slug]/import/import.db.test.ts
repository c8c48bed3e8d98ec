import { mkdir, realpath, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createProject } from "#server/commands/create-project.ts";
import { importReportSchema } from "#server/contracts/import.ts";
import type { Actor } from "#server/contracts/actor.ts";
import { setDatabase } from "#server/store/client.ts";
import type { Project } from "#server/store/generated/client.ts";
import { agentActor, createOwner } from "#server/testing/builders.ts";
import { callRoute } from "#server/testing/call-route.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { startKittyClaw } from "#server/testing/kittyclaw-server.ts";
import type { KittyClawServer } from "#server/testing/kittyclaw-server.ts";
import { makeScratchFolder } from "#server/testing/scratch-folder.ts";
import { POST as pause } from "../pause/route.ts";
import { GET as readProject } from "../route.ts";
import { POST } from "./route.ts";

let test: TestDatabase;
let scratch: Awaited<ReturnType<typeof makeScratchFolder>>;
let server: KittyClawServer;
let project: Project;
let owner: Extract<Actor, { kind: "person" }>;

beforeAll(async () => {
  test = await createTestDatabase();
  setDatabase(test.database);
});
afterAll(() => test.close());
beforeEach(async () => {
  scratch = await makeScratchFolder("import-route");
  const workspace = await realpath(scratch.path);
  await mkdir(path.join(workspace, ".agents/channel"), { recursive: true });
  await writeFile(path.join(workspace, ".agents/automations.json"), '{"automations":[]}');
  await writeFile(path.join(workspace, ".agents/channel/dispatch-state.json"), "{}");
  owner = await createOwner(test.database);
  const input = { name: "Shop", workspacePath: workspace };
  project = await createProject(test.database, owner, input, new Date());
  server = await startKittyClaw([]);
});
afterEach(async () => {
  await server.close();
  await test.database.prisma.project.deleteMany();
  await scratch.remove();
});

const send = (body: unknown, actor: Actor | null = owner) =>
  callRoute(POST, { actor, method: "POST", params: { slug: project.slug }, body });

it("answers with a report for an empty body, and refuses what it does not know", async () => {
  const { status, body } = await send({});
  expect(status).toBe(200);
  expect(importReportSchema.parse(body)).toMatchObject({ awaitsGoLive: true });
  expect(await send({ now: true })).toMatchObject({ status: 400 });
  expect(await send({ source: { url: "file:///etc/passwd" } })).toMatchObject({ status: 400 });
});

it("is for maintainers and owners, never for agents", async () => {
  expect(await send({}, null)).toMatchObject({ status: 401 });
  expect(await send({}, agentActor(project, "programmer"))).toMatchObject({ status: 403 });
  const member: Actor = { ...owner, role: "member", isMaintainer: false };
  expect(await send({}, member)).toMatchObject({ status: 403 });
});

it("does not let the pause button go round what going live asks", async () => {
  const press = (body: unknown) =>
    callRoute(pause, { actor: owner, method: "POST", params: { slug: project.slug }, body });
  expect(await press({ paused: false })).toMatchObject({
    status: 422,
    body: { code: "STATE_CHANGED" },
  });
  const source = { url: server.url };
  expect(await send({ source, goLive: true })).toMatchObject({
    status: 422,
    body: { code: "KITTYCLAW_RUNNING", details: source },
  });
  const read = await callRoute(readProject, { actor: owner, params: { slug: project.slug } });
  expect(read.body).toMatchObject({ isImported: true, awaitsGoLive: true, isPaused: true });
  expect(await send({ source, goLive: true, confirm: true })).toMatchObject({ status: 200 });
  expect(await press({})).toMatchObject({ status: 200, body: { isPaused: true } });
  expect(await press({})).toMatchObject({
    status: 200,
    body: { isPaused: false, awaitsGoLive: false },
  });
});
