import { afterAll, beforeAll, expect, it } from "vitest";
import { readEventsAnswer, readRunEvents } from "../../queries/run.ts";
import { createTestDatabase } from "../../testing/database.ts";
import type { TestDatabase } from "../../testing/database.ts";
import { admitByRule, pretendRunning, pretendWorker } from "../../worker/fixtures/admission.ts";
import { createEngineProject } from "../../worker/fixtures/project.ts";
import type { EngineProject } from "../../worker/fixtures/project.ts";

const at = new Date("2026-03-01T23:00:00.120Z");
const events = [
  {
    kind: "assistant_text",
    parent: null,
    payload: { text: 'quotes ", \\ and 🚂\n\u2028', messageId: null },
  },
  {
    kind: "tool_call",
    parent: 'odd"parent\\',
    payload: { callId: "a", tool: "X", input: { a: [1.5, true, null] } },
  },
  { kind: "result", parent: null, payload: { big: 12345678901234, deep: { 'k"': [[]] } } },
].map((event, index) => ({ seq: index + 1, at: at.toISOString(), ...event }));

let test: TestDatabase;
let project: EngineProject;
let runId = "";

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
  await database.prisma.runEvent.createMany({
    data: events.map((event) => ({ ...event, runId, processNumber: 1, offset: 0 })),
  });
});
afterAll(async () => {
  await project.workspace.remove();
  await test.close();
});

it("answers with the same events as text and as objects", async () => {
  expect(await readRunEvents(test.database, runId, 0, 10)).toEqual(events);
  const answer = async (after: number, limit: number): Promise<unknown> =>
    JSON.parse(await readEventsAnswer(test.database, runId, after, limit));
  expect(await answer(0, 10)).toEqual({ items: events, next: null });
  expect(await answer(1, 1)).toEqual({ items: events.slice(1, 2), next: 2 });
  expect(await answer(3, 10)).toEqual({ items: [], next: null });
});
