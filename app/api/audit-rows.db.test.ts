/** The audit (S-23): what every route that writes leaves in the logs, called for real. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newUuid, sha256Hex } from "#server/lib/ids.ts";
import { seal } from "#server/lib/seal.ts";
import { readSettingsDifference } from "#server/queries/settings-difference.ts";
import { findProject } from "#server/queries/find-project.ts";
import { setDatabase } from "#server/store/client.ts";
import { callRoute } from "#server/testing/call-route.ts";
import type { RouteReply } from "#server/testing/call-route.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { hashTables } from "#server/testing/hash-tables.ts";
import { pretendWorker } from "#server/worker/fixtures/admission.ts";
import { createEngineProject } from "#server/worker/fixtures/project.ts";
import { POST as storePicture } from "./images/route.ts";
import { writes } from "./_route/testing/writes.ts";
import type { Board, Write } from "./_route/testing/writes.ts";
import { listRoutes } from "./openapi/v1.json/route-list.ts";

/** What only looks, and what is nobody's business: a person's unsaved text, and what it has read. */
const unlogged = [
  "POST /api/projects/{slug}/automations/simulate",
  "POST /api/projects/{slug}/automations/validate",
  "PUT /api/projects/{slug}/tickets/{n}/draft",
  "DELETE /api/projects/{slug}/tickets/{n}/draft",
  "PUT /api/projects/{slug}/tickets/{n}/read",
];

/** Several transactions or files, each with its own row: tests of their own look at them. */
const elsewhere = [
  "POST /api/demo",
  "POST /api/images",
  "POST /api/projects",
  "POST /api/projects/{slug}/import",
  "POST /api/projects/{slug}/runs/{id}/undo",
];

const nameOf = (route: { method: string; path: string }) => `${route.method} ${route.path}`;
const mutating = listRoutes().filter(({ method }) => method !== "GET");
const logged = mutating.filter((route) => writes.has(nameOf(route)));

let test: TestDatabase;
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), "signalbox-audit-"));
  process.env["SIGNALBOX_DATA_DIR"] = scratch;
  test = await createTestDatabase();
  setDatabase(test.database);
  await test.database.prisma.installation.create({ data: { instanceId: newUuid() } });
  await pretendWorker(test.database);
  await test.database.pool.query(`
    CREATE FUNCTION refuse_log() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no log today'; END $$;
    CREATE TRIGGER "refuse_log" BEFORE INSERT ON "Activity" FOR EACH ROW EXECUTE FUNCTION refuse_log();
    CREATE TRIGGER "refuse_log" BEFORE INSERT ON "AccountActivity" FOR EACH ROW EXECUTE FUNCTION refuse_log();`);
  await refuseLog(false);
});
afterAll(async () => {
  await test.close();
  await rm(scratch, { recursive: true });
});

async function refuseLog(isRefused: boolean): Promise<void> {
  const word = isRefused ? "ENABLE" : "DISABLE";
  await test.database.pool.query(
    `ALTER TABLE "Activity" ${word} TRIGGER "refuse_log"; ALTER TABLE "AccountActivity" ${word} TRIGGER "refuse_log"`,
  );
}

async function createBoard(): Promise<Board> {
  const { database } = test;
  const project = await createEngineProject(database, {
    tickets: [
      { title: "One", assignedTo: "programmer" },
      { title: "Two", assignedTo: "programmer" },
    ],
    labels: ["bug"],
    agents: ["programmer"],
  });
  const credentialId = newUuid();
  await database.prisma.browserSession.create({
    data: {
      id: credentialId,
      userId: project.owner.userId,
      tokenHash: sha256Hex(credentialId),
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
  await database.prisma.installation.updateMany({ data: { isPaused: false } });
  return { ...project, database, ada: { ...project.owner, via: "cookie", credentialId } };
}

function send(
  board: Board,
  route: (typeof mutating)[number],
  write: Write,
  requestId: string,
): Promise<RouteReply> {
  return callRoute(route.handler, {
    actor: write.actor === undefined ? board.ada : write.actor,
    method: route.method,
    path: route.path,
    params: {
      ...(route.path.includes("{slug}") ? { slug: board.project.slug } : {}),
      ...write.params,
    },
    headers: { "x-request-id": requestId },
    ...(write.query === undefined ? {} : { query: write.query }),
    ...(write.body === undefined ? {} : { body: write.body }),
  });
}

/** Rows of a request, by the log they are in. */
async function countRows(requestId: string): Promise<Record<string, number>> {
  const { prisma } = test.database;
  const rows = await prisma.activity.findMany({
    where: { requestId },
    select: { projectId: true },
  });
  const accounts = await prisma.accountActivity.count({ where: { requestId } });
  const counts: Record<string, number> = accounts > 0 ? { accounts } : {};
  for (const { projectId } of rows) counts[projectId] = (counts[projectId] ?? 0) + 1;
  return counts;
}

describe("every route that writes", () => {
  it("is called here, looked at elsewhere, or writes nothing that is logged", () => {
    const known = [...writes.keys(), ...unlogged, ...elsewhere];
    expect(mutating.map(nameOf).toSorted()).toEqual(known.toSorted());
  });

  it.each(logged.map((route) => [nameOf(route), route] as const))(
    "%s writes one row with what it changes, or neither",
    async (name, route) => {
      const board = await createBoard();
      try {
        const write = (await writes.get(name)?.(board)) ?? {};
        if (name.endsWith("/settings/accept")) {
          const { hash } = await readSettingsDifference(
            await findProject(test.database, board.project.slug),
          );
          write.body = { hash };
        }
        const before = await hashTables(test.database.pool);
        await refuseLog(true);
        const failed = await send(board, route, write, "failed");
        await refuseLog(false);
        expect({ name, status: failed.status }).toEqual({ name, status: 500 });
        expect(await hashTables(test.database.pool)).toEqual(before);

        const requestId = newUuid();
        const reply = await send(board, route, write, requestId);
        expect({
          name,
          status: reply.status,
          body: reply.status < 300 ? null : reply.body,
        }).toEqual({ name, status: reply.status, body: null });
        const counts = await countRows(requestId);
        expect(Object.keys(counts).length).toBeGreaterThan(0);
        expect(Object.values(counts).every((count) => count === 1)).toBe(true);
      } finally {
        await refuseLog(false);
        await board.workspace.remove();
      }
    },
  );

  it("writes no row when it is refused", async () => {
    const board = await createBoard();
    const { prisma } = test.database;
    const count = async () =>
      (await prisma.activity.count()) + (await prisma.accountActivity.count());
    const before = await count();
    const params = { id: "999", n: "999", cid: "999", agent: "no", handle: "no", name: "x" };
    const viewer = { ...board.ada, role: "viewer" as const, isMaintainer: false };
    let refused = 0;
    for (const route of mutating) {
      const { access, body } = route.handler.definition;
      // What a viewer may do without saying more is done, not refused.
      if (access === "read" && body === undefined && !route.path.includes("{")) continue;
      const write = { params, body: { nothing: "known" }, actor: viewer };
      const { status } = await send(board, route, write, newUuid());
      expect([nameOf(route), status >= 400 && status < 500]).toEqual([nameOf(route), true]);
      refused += 1;
    }
    expect(refused).toBeGreaterThan(60);
    expect(await count()).toBe(before);
    await board.workspace.remove();
  });
});

it("says who stored a picture", async () => {
  const form = new FormData();
  form.set("file", new File([Buffer.from("GIF89a, and so on")], "a.gif"));
  const requestId = newUuid();
  const { ada } = await createBoard();
  const headers = { "x-signalbox-actor": seal(ada), "x-request-id": requestId };
  const request = new Request("http://localhost/api/images", {
    method: "POST",
    headers,
    body: form,
  });
  expect((await storePicture(request, { params: Promise.resolve({}) })).status).toBe(200);
  const rows = await test.database.prisma.accountActivity.findMany({ where: { requestId } });
  expect(rows).toMatchObject([{ kind: "picture_stored", actor: "owner" }]);
});

it("keeps what was written: no row of either log is changed, nor one of the accounts' deleted", async () => {
  const { pool } = test.database;
  await expect(pool.query(`UPDATE "AccountActivity" SET "actor" = 'x'`)).rejects.toThrow(/never/);
  await expect(pool.query(`DELETE FROM "AccountActivity"`)).rejects.toThrow(/never/);
  await expect(pool.query(`UPDATE "Activity" SET "actor" = 'x'`)).rejects.toThrow(/never/);
});
