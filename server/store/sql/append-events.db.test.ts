import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import type { TestDatabase } from "../../testing/database.ts";
import { admitByRule, pretendRunning, pretendWorker } from "../../worker/fixtures/admission.ts";
import { createEngineProject } from "../../worker/fixtures/project.ts";
import type { EngineProject } from "../../worker/fixtures/project.ts";
import { inTransaction } from "../transaction.ts";
import { appendEvents } from "./append-events.ts";
import type { Append } from "./append-events.ts";

let test: TestDatabase;
let project: EngineProject;
let runId = "";
const at = new Date("2026-03-01T12:00:00.123Z");

beforeAll(async () => {
  test = await createTestDatabase();
  const { database } = test;
  await pretendWorker(database);
  project = await createEngineProject(database, { tickets: [{ status: "Todo" }] });
  const [ticket] = project.tickets;
  const admission = await admitByRule(database, project.project.id, ticket?.id ?? 0, "code");
  if (admission.kind !== "admitted") throw new Error(`not admitted: ${admission.kind}`);
  runId = admission.runId;
  await pretendRunning(database, runId);
});
afterAll(async () => {
  await project.workspace.remove();
  await test.close();
});

function batch(firstSeq: number, overrides: Partial<Append> = {}): Append {
  const text = `from ${firstSeq} on: "quotes", {braces}, \\ and 🚂\n`;
  return {
    runId,
    fence: 1,
    firstSeq,
    processNumber: 1,
    events: [
      { at, kind: "assistant_text", parent: null, payload: { text }, offset: firstSeq * 100 },
      { at, kind: "tool_call", parent: "toolu_1", payload: { input: { n: null } }, offset: 7 },
    ],
    counters: { spoolOffset: firstSeq * 100, lastAction: `after ${firstSeq}`, hasProgress: true },
    ...overrides,
  };
}

it("stores the same on its own as inside a transaction", async () => {
  const { database } = test;
  expect(await appendEvents(database.pool, batch(1))).toBe(true);
  expect(await inTransaction(database, (tx) => appendEvents(tx, batch(3)))).toBe(true);

  const rows = await database.prisma.runEvent.findMany({
    where: { runId },
    orderBy: { seq: "asc" },
    omit: { runId: true },
  });
  const expected = [1, 3].flatMap((firstSeq) =>
    batch(firstSeq).events.map((event, index) => ({
      ...event,
      seq: firstSeq + index,
      offset: BigInt(event.offset),
      processNumber: 1,
    })),
  );
  expect(rows).toEqual(expected);
  const run = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } });
  expect(run).toMatchObject({
    nextSeq: 5,
    spoolOffset: 300n,
    lastAction: "after 3",
    hasProgress: true,
  });
});

it("changes nothing for an old fence or a batch that was stored before", async () => {
  const { database } = test;
  const { nextSeq } = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } });
  expect(await appendEvents(database.pool, batch(nextSeq, { fence: 0 }))).toBe(false);
  expect(await appendEvents(database.pool, batch(nextSeq - 2))).toBe(false);
  expect(await database.prisma.runEvent.count({ where: { runId } })).toBe(nextSeq - 1);
});

it("stores counters without events", async () => {
  const { database } = test;
  const { nextSeq } = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } });
  const append = batch(nextSeq, { events: [], counters: { stderrOffset: 12 } });
  expect(await appendEvents(database.pool, append)).toBe(true);
  const run = await database.prisma.run.findUniqueOrThrow({ where: { id: runId } });
  expect(run).toMatchObject({ nextSeq, stderrOffset: 12n });
});
