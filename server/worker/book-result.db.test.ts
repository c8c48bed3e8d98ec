import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { RunEventPayload } from "../contracts/run-event.ts";
import { readBudget } from "../queries/budget.ts";
import { startRun } from "../commands/start-run.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { priceResult, priceUnfinished, storeBooking } from "./book-result.ts";
import { readClaimedRun } from "./claimed-run.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import { pretendWorker } from "./fixtures/admission.ts";
import { createEngineProject } from "./fixtures/project.ts";
import type { EngineProject } from "./fixtures/project.ts";

let test: TestDatabase;
let project: EngineProject;
let run: ClaimedRun;

beforeAll(async () => {
  test = await createTestDatabase();
  await pretendWorker(test.database);
});
afterAll(() => test.close());
beforeEach(async () => {
  project = await createEngineProject(test.database, { tickets: [{}], rules: [] });
  const started = await startRun(test.database, project.owner, {
    projectId: project.project.id,
    ticketNumber: 1,
    agent: "programmer",
  });
  const id = "runId" in started ? started.runId : "";
  const claimed = await readClaimedRun(test.database, id);
  if (!claimed) throw new Error("no run");
  run = claimed;
});
afterEach(async () => {
  await project.workspace.remove();
  await test.database.prisma.project.deleteMany();
});

const opus = "claude-opus-5-5";
const tokens = {
  inputTokens: 50_000,
  outputTokens: 1_000,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
};
const usageOf = (...models: string[]) =>
  new Map(
    models.map((model, index) => {
      const messageId = `msg-${index}`;
      return [messageId, { messageId, model, usage: tokens, isDone: true }] as const;
    }),
  );
const memory = { cliVersion: "2.1.332", processTotalUsd: null, sessionTotalUsd: null };
const result = (totalCostUsd: number | null): RunEventPayload<"result"> =>
  ({ totalCostUsd, costSinceLastUsd: null, turns: 1, usage: tokens }) as RunEventPayload<"result">;

async function book(booking: ReturnType<typeof priceUnfinished>, sourceKey = "a") {
  const isEstimated = booking.basis === "none" || booking.doubts.length > 0;
  await test.database.prisma.$transaction((tx) =>
    storeBooking(tx, run, { ...booking, model: opus, sourceKey, isEstimated }),
  );
  return test.database.prisma.ledgerEntry.findFirstOrThrow({ orderBy: { id: "desc" } });
}

const stored = () =>
  test.database.prisma.run.findUniqueOrThrow({
    where: { id: run.id },
    include: { reservation: true },
  });

it("books a result once, on the day of the zone the fuse counts in", async () => {
  const price = priceResult(result(0.25), memory, usageOf(opus), opus);
  await book(price);
  await book(price);
  expect(await test.database.prisma.ledgerEntry.count()).toBe(1);
  const after = await stored();
  expect([Number(after.costUsd), Number(after.reservation?.usedUsd)]).toEqual([0.25, 0.25]);
  expect(after.isCostEstimated).toBe(false);
  expect((await readBudget(test.database, project.project.id, new Date())).spentUsd).toBe(0.25);
});

it.each<[string, number | null, number, boolean]>([
  ["no amount", null, 0.22, true],
  ["zero for tokens", 0, 0.22, true],
  ["a hundred times too much", 22, 22, true],
  ["a plausible amount", 0.3, 0.3, false],
])("%s is booked and flagged", async (_name, total, usd, isEstimated) => {
  const entry = await book(priceResult(result(total), memory, usageOf(opus), opus));
  expect(Number(entry.amountUsd)).toBeCloseTo(usd, 8);
  expect(entry).toMatchObject({ isEstimated, isUnpriced: false });
  expect((entry.raw as { rawTotalUsd: number | null }).rawTotalUsd).toBe(total);
  expect((await stored()).isCostEstimated).toBe(isEstimated);
});

it("counts each message once, by its id, and the larger of stream and result", () => {
  const usage = usageOf(opus, opus);
  for (const message of usage.values()) usage.set(message.messageId, { ...message });
  expect(priceResult(result(null), memory, usage, opus).usd).toBeCloseTo(0.44, 9);
  expect(priceResult(result(null), memory, new Map(), opus).usd).toBeCloseTo(0.22, 9);
});

it("marks a killed run of a model without a price as unpriced, and never books it as free", async () => {
  const entry = await book(priceUnfinished(usageOf("mystery-1")));
  expect(entry).toMatchObject({ kind: "estimate", isEstimated: true, isUnpriced: true });
  expect(Number(entry.amountUsd)).toBeCloseTo(0.22, 9);
  const known = await book(priceUnfinished(usageOf(opus)), "b");
  expect(known).toMatchObject({ isEstimated: true, isUnpriced: false });
});

it("stays marked when a sure amount follows a doubtful one", async () => {
  await book(priceResult(result(null), memory, usageOf(opus), opus), "a");
  await book(priceResult(result(0.3), memory, usageOf(opus), opus), "b");
  expect((await stored()).isCostEstimated).toBe(true);
  expect((await readBudget(test.database, project.project.id, new Date())).isEstimated).toBe(true);
});
