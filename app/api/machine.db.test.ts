import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  browseAnswerSchema,
  inboxRowSchema,
  meSchema,
  systemSchema,
} from "#server/contracts/project.ts";
import type { BrowseAnswer, InboxRow, System } from "#server/contracts/project.ts";
import { createDatabase, setDatabase } from "#server/store/client.ts";
import { agentActor, createProjectFixture } from "#server/testing/builders.ts";
import type { ProjectFixture } from "#server/testing/builders.ts";
import { callRoute } from "#server/testing/call-route.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { GET as rest } from "./[...rest]/route.ts";
import { GET as browse } from "./browse/route.ts";
import { GET as health } from "./health/route.ts";
import { GET as inbox } from "./inbox/route.ts";
import { GET as me } from "./me/route.ts";
import { GET as system } from "./system/route.ts";
import { GET as version } from "./version/route.ts";

let test: TestDatabase;
let scratch: string;
let fixture: ProjectFixture;

beforeAll(async () => {
  scratch = await realpath(await mkdtemp(path.join(tmpdir(), "signalbox-machine-")));
  process.env["SIGNALBOX_DATA_DIR"] = scratch;
  test = await createTestDatabase();
  setDatabase(test.database);
  fixture = await createProjectFixture(test.database, {
    tickets: [{ title: "asks" }, { title: "gone" }],
  });
});
afterAll(async () => {
  await test.close();
  await rm(scratch, { recursive: true });
});

const troubles = async () =>
  (
    systemSchema.parse((await callRoute(system, { actor: fixture.owner })).body) as System
  ).troubles.map((trouble) => trouble.code);

describe("health", () => {
  it("is 503 naming the worker until one beats, and 200 then", async () => {
    expect(await callRoute(health, { actor: null })).toMatchObject({
      status: 503,
      body: { status: "degraded", db: "ok", worker: "down", redis: "off", missing: ["worker"] },
    });
    expect(await troubles()).toEqual(["engine_down"]);
    const beat = {
      host: "h",
      pid: 1,
      bootId: "b",
      pidNamespace: "n",
      processStart: "0",
      version: "0",
    };
    await test.database.prisma.worker.create({
      data: { id: "old", ...beat, heartbeatAt: new Date(Date.now() - 60_000) },
    });
    expect((await callRoute(health, { actor: null })).status).toBe(503);
    await test.database.prisma.worker.create({
      data: { id: "new", ...beat, heartbeatAt: new Date() },
    });
    expect(await callRoute(health, { actor: null })).toMatchObject({
      status: 200,
      body: { status: "ok", missing: [] },
    });
    expect(await troubles()).toEqual([]);
  });

  it("is 503 naming the database when that does not answer, and Redis is only told", async () => {
    const away = createDatabase("postgresql://nobody@127.0.0.1:9/none");
    setDatabase(away);
    process.env["REDIS_URL"] = "redis://127.0.0.1:9";
    try {
      expect(await callRoute(health, { actor: null })).toMatchObject({
        status: 503,
        body: { db: "down", worker: "down", redis: "down", missing: ["db", "worker"] },
      });
    } finally {
      delete process.env["REDIS_URL"];
      setDatabase(test.database);
      await away.close();
    }
  });

  it("tells its version to anybody", async () => {
    expect((await callRoute(version, { actor: null })).body).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    });
  });
});

describe("system", () => {
  it("names what keeps agents from starting, the most serious first", async () => {
    await test.database.prisma.worker.update({
      where: { id: "new" },
      data: {
        heartbeatAt: new Date(),
        claude: {
          path: "/bin/claude",
          version: "3.0.0",
          support: "ok",
          loggedIn: false,
          authMethod: null,
          remedy: "claude login",
          message: "claude is logged out.",
          checkedAt: new Date().toISOString(),
        },
      },
    });
    const projectId = fixture.project.id;
    await test.database.prisma.project.update({
      where: { id: projectId },
      data: { isPaused: true, pausedBy: "owner", pausedAt: new Date() },
    });
    await test.database.prisma.providerLimit.create({
      data: { login: "x", until: new Date(Date.now() + 60_000), reason: "429" },
    });
    await test.database.prisma.automationFile.create({
      data: {
        projectId,
        path: "automations.json",
        liveText: "{}",
        liveHash: "a",
        seenHash: "b",
        problems: [{ path: "", line: 14, message: "broken" }],
      },
    });
    await test.database.prisma.ledgerEntry.create({
      data: {
        projectId,
        agent: "a",
        day: new Date(new Date().toISOString().slice(0, 10)),
        kind: "result",
        amountUsd: 10,
        sourceKey: "k",
      },
    });

    const answer = systemSchema.parse((await callRoute(system, { actor: fixture.owner })).body);
    expect(answer.troubles.map((trouble) => trouble.code)).toEqual([
      "automations_invalid",
      "claude_logged_out",
      "provider_limit",
      "budget_reached",
      "paused",
    ]);
    expect(answer.troubles[0]).toMatchObject({
      project: fixture.project.slug,
      values: { line: 14 },
    });
    expect(answer.troubles[1]).toMatchObject({
      values: { remedy: "claude login" },
      text: "claude is logged out. claude login",
    });
    expect(answer).toMatchObject({
      engine: { alive: true },
      places: { used: 0, capacity: 6 },
      claude: { loggedIn: false },
      isPaused: false,
    });
  });
});

describe("inbox", () => {
  it("shows open and parked questions and other open rows, without those of deleted tickets", async () => {
    const { project, tickets } = fixture;
    const [asks, gone] = tickets;
    const run = {
      projectId: project.id,
      agent: "programmer",
      cause: "trigger",
      causeText: {},
      state: "ended",
      prompt: "",
      permissionLevel: "edit",
      maxTurns: 1,
      timeoutSeconds: 1,
      cwd: "/",
      contract: {},
      contractHash: "",
      admittedRevision: 0,
    };
    await test.database.prisma.run.create({ data: { id: "r1", ...run } });
    const question = {
      projectId: project.id,
      runId: "r1",
      kind: "question",
      payload: { questions: [{ question: "Which one?" }] },
    };
    await test.database.prisma.question.createMany({
      data: [
        { id: "q1", requestId: "1", ...question, ticketId: asks?.id, state: "parked" },
        { id: "q2", requestId: "2", ...question, ticketId: asks?.id, state: "answered" },
        { id: "q3", requestId: "3", ...question, ticketId: gone?.id },
      ],
    });
    await test.database.prisma.inboxItem.create({
      data: { projectId: project.id, kind: "guard_loosened" },
    });
    await test.database.prisma.ticket.update({
      where: { id: gone?.id ?? 0 },
      data: { deletedAt: new Date() },
    });

    const { items } = (await callRoute(inbox, { actor: fixture.owner })).body as {
      items: InboxRow[];
    };
    expect(items.map((row) => inboxRowSchema.parse(row))).toMatchObject([
      {
        id: "q1",
        project: project.slug,
        ticket: 1,
        title: "asks",
        kind: "question",
        text: "Which one?",
        question: { id: "q1", state: "parked" },
      },
      { kind: "guard_loosened", ticket: null, text: "guard loosened" },
    ]);
  });
});

describe("browse", () => {
  const look = async (file?: string) =>
    callRoute(browse, { actor: fixture.owner, query: file === undefined ? {} : { path: file } });

  it("lists folders under the roots, repositories first, without files, hidden names and links", async () => {
    const root = path.join(scratch, "code");
    for (const name of ["alpha", "zeta/.git", ".hidden", "node_modules"])
      await mkdir(path.join(root, name), { recursive: true });
    await writeFile(path.join(root, "file.txt"), "");
    await symlink("/etc", path.join(root, "link"));
    process.env["SIGNALBOX_ROOTS"] = root;
    try {
      expect(browseAnswerSchema.parse((await look()).body) as BrowseAnswer).toEqual({
        path: root,
        parent: null,
        folders: [
          { name: "zeta", path: path.join(root, "zeta"), isGit: true },
          { name: "alpha", path: path.join(root, "alpha"), isGit: false },
        ],
      });
      expect((await look(path.join(root, "alpha"))).body).toMatchObject({
        parent: root,
        folders: [],
      });
      for (const outside of ["/etc", path.join(root, ".."), path.join(root, "link"), scratch]) {
        expect(await look(outside)).toMatchObject({ status: 403, body: { code: "OUTSIDE_ROOTS" } });
      }
      expect(await look(path.join(root, "nowhere"))).toMatchObject({
        status: 404,
        body: { code: "FOLDER_UNKNOWN" },
      });
    } finally {
      delete process.env["SIGNALBOX_ROOTS"];
    }
  });

  it("is for owners", async () => {
    expect((await callRoute(browse, { actor: { ...fixture.owner, role: "member" } })).status).toBe(
      403,
    );
  });
});

describe("the rest", () => {
  it("says who is asking", async () => {
    expect(meSchema.parse((await callRoute(me, { actor: fixture.owner })).body)).toEqual({
      slug: "owner",
      name: "Owner",
      role: "owner",
      isMaintainer: true,
      hasPassword: false,
    });
    expect(
      (await callRoute(me, { actor: agentActor(fixture.project, "programmer") })).body,
    ).toMatchObject({ slug: "programmer", isMaintainer: false });
  });

  it("answers unknown addresses with 404 as JSON, and 401 before that without credentials", async () => {
    expect(await callRoute(rest, { actor: fixture.owner, path: "/api/nowhere" })).toMatchObject({
      status: 404,
      body: { code: "ROUTE_UNKNOWN" },
    });
    expect((await callRoute(rest, { actor: null })).status).toBe(401);
  });
});
