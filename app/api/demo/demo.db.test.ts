import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Project } from "#server/contracts/project.ts";
import { runEventPayloadSchemas } from "#server/contracts/run-event.ts";
import type { RunEventKind } from "#server/contracts/run-event.ts";
import type { Board, Card } from "#server/contracts/ticket.ts";
import { setDatabase } from "#server/store/client.ts";
import { createOwner } from "#server/testing/builders.ts";
import { callRoute } from "#server/testing/call-route.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { GET as readBoard } from "../projects/[slug]/board/route.ts";
import { POST as demo } from "./route.ts";

let test: TestDatabase;
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), "signalbox-demo-"));
  process.env["SIGNALBOX_DATA_DIR"] = scratch;
  test = await createTestDatabase();
  setDatabase(test.database);
});
afterAll(async () => {
  await test.close();
  await rm(scratch, { recursive: true });
});

it("tells the story of five tickets on a repository of its own", async () => {
  const owner = await createOwner(test.database);
  const now = Date.now();
  await test.database.prisma.worker.create({
    data: {
      id: "w",
      host: "h",
      pid: 1,
      bootId: "b",
      pidNamespace: "n",
      processStart: "0",
      version: "0",
      heartbeatAt: new Date(now),
    },
  });
  const reply = await callRoute(demo, { actor: owner, method: "POST" });

  expect(reply).toMatchObject({
    status: 201,
    body: { slug: "demo", isDemo: true, isPaused: false, budget: { spentUsd: 0.73, capUsd: 5 } },
  });
  const { workspacePath } = reply.body as Project;
  expect(workspacePath).toBe(path.join(scratch, "demo/1"));
  expect(await readFile(path.join(workspacePath ?? "", "src/greeting.js"), "utf8")).toContain(
    "greet",
  );

  const board = (await callRoute(readBoard, { actor: owner, params: { slug: "demo" } }))
    .body as Board;
  const cards = new Map<number, Card>(
    board.columns.flatMap((column) => column.cards).map((card) => [card.id, card]),
  );
  const look = (id: number) => [
    cards.get(id)?.status,
    cards.get(id)?.state?.word ?? null,
    cards.get(id)?.state?.gate ?? null,
  ];
  expect(look(1)).toEqual(["Backlog", null, null]);
  expect(look(2)).toEqual(["Todo", "waits", "BLOCKED"]);
  expect(look(3)).toEqual(["Todo", "waits", "CONDITION"]);
  expect(look(4)).toEqual(["Review", "to_review", null]);
  expect(look(5)).toEqual(["Blocked", "stuck", null]);

  const events = await test.database.prisma.runEvent.findMany({
    orderBy: [{ runId: "asc" }, { seq: "asc" }],
  });
  expect(events.length).toBeGreaterThan(10);
  for (const event of events)
    runEventPayloadSchemas[event.kind as RunEventKind].parse(event.payload);
  const [reviewed] = await test.database.prisma.run.findMany({ where: { outcome: "completed" } });
  expect(reviewed?.commitBefore).toMatch(/^[0-9a-f]{40}$/);
  expect(reviewed?.commitAfter).not.toBe(reviewed?.commitBefore);
});

it("makes another demo beside the first", async () => {
  const owner = await createOwner(test.database);
  const reply = await callRoute(demo, { actor: owner, method: "POST", body: {} });
  expect(reply).toMatchObject({
    status: 201,
    body: { slug: "demo-2", workspacePath: path.join(scratch, "demo/2") },
  });
});
