import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Actor } from "#server/contracts/actor.ts";
import { isFailure } from "#server/contracts/failure.ts";
import type { AsksWhichStart, StartChoice } from "#server/contracts/simulation.ts";
import { moveTicket } from "../commands/move-ticket.ts";
import { saveAutomations } from "../commands/save-automations.ts";
import { switchAutomation } from "../commands/switch-automation.ts";
import { readLiveAutomations } from "../queries/automations.ts";
import { readAutomations } from "../queries/automations-answer.ts";
import { explainTicket } from "../queries/why.ts";
import type { TestDatabase } from "../testing/database.ts";
import type { WorkerContext } from "./context.ts";
import { evaluateProject } from "./evaluate-project.ts";
import { openLooks } from "./fixtures/trigger-scene.ts";
import { createEngineProject } from "./fixtures/project.ts";
import type { EngineProject } from "./fixtures/project.ts";

let test: TestDatabase;
let context: WorkerContext;
let project: EngineProject;

beforeAll(async () => {
  ({ test, context } = await openLooks());
});
afterAll(() => test.close());
afterEach(async () => {
  await project.workspace.remove();
  await test.database.prisma.project.deleteMany();
});

const rule = {
  id: "code",
  trigger: { type: "ticketInColumn", columns: ["Todo"] },
  actions: [
    { type: "runAgent", agent: "programmer", concurrencyGroup: "ticket-{ticketId}", maxCostUsd: 1 },
  ],
};

async function openBoard(count: number, rules: object[] = []): Promise<void> {
  project = await createEngineProject(test.database, {
    rules,
    tickets: [...Array.from({ length: count }, () => ({ status: "Todo" })), {}],
  });
}

const now = () => new Date();
const person = () => ({ ...project.owner, via: "cookie" as const });
const textOf = (rules: object[]) => JSON.stringify({ dailyBudgetUsd: null, automations: rules });
async function save(start?: StartChoice, rules: object[] = [rule], actor: Actor = person()) {
  const { stamp } = await readAutomations(test.database, project.project, now());
  const input = { text: textOf(rules), stamp, ...(start === undefined ? {} : { start }) };
  return saveAutomations(test.database, project.project.id, actor, input, now());
}
const live = () => readLiveAutomations(test.database, project.project.id);
const rows = async () => (await readAutomations(test.database, project.project, now())).rows;
async function started(): Promise<(number | undefined)[]> {
  await evaluateProject(context, project.project.id, () => true, await live());
  const runs = await test.database.prisma.run.findMany({
    where: { projectId: project.project.id },
    select: { ticket: { select: { number: true } } },
  });
  return runs.map(({ ticket }) => ticket?.number).toSorted();
}
async function refusal(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isFailure(error)) throw error instanceof Error ? error : new Error("expected a refusal");
  return error;
}
const enter = (number: number) =>
  moveTicket(
    test.database,
    project.owner,
    { projectId: project.project.id, number, status: "Todo" },
    now(),
  );

it("asks a person before a rule that selects more than three tickets, and writes nothing", async () => {
  await openBoard(5);
  const before = await readFile(
    path.join(project.workspace.path, ".agents/automations.json"),
    "utf8",
  );
  const refused = await refusal(save());
  expect(refused).toMatchObject({ status: 409, code: "ASKS_WHICH_START" });
  expect((refused.details as AsksWhichStart).automations).toEqual([
    { automationId: "code", name: "code", count: 5, tickets: [1, 2, 3, 4, 5] },
  ]);
  expect((await live()).automations).toEqual([]);
  const after = await readFile(
    path.join(project.workspace.path, ".agents/automations.json"),
    "utf8",
  );
  expect(after).toBe(before);
});

it("does not ask for three tickets, for what was selected before, or a script", async () => {
  await openBoard(3);
  await save();
  await enter(4);
  await save(undefined, [{ ...rule, name: "Another name" }]);
  expect((await live()).automations[0]?.name).toBe("Another name");

  await project.workspace.remove();
  await openBoard(5);
  await save(undefined, [rule], project.owner);
  expect(await started()).toHaveLength(5);
});

it("starts only tickets that enter from now on", async () => {
  await openBoard(5);
  await save("entering");
  expect(await started()).toEqual([]);
  const why = await explainTicket(test.database, project.project.id, 1, {}, now());
  expect(why.automations.find(({ automationId }) => automationId === "code")?.primary).toBe(
    "NO_MATCH",
  );
  await enter(6);
  expect(await started()).toEqual([6]);
  expect((await rows())[0]?.startsAfterAt).not.toBeNull();
});

it("lets all the others start after all", async () => {
  await openBoard(4);
  await save("entering");
  const choice = { id: "code", enabled: true, stamp: null, start: "all" as const };
  await switchAutomation(test.database, project.project.id, person(), choice, now());
  expect(await started()).toEqual([1, 2, 3, 4]);
  expect((await rows())[0]?.startsAfterAt).toBeNull();
});

it("starts one, and further ones only when they enter", async () => {
  await openBoard(5);
  await save("one");
  expect(await started()).toEqual([1]);
  expect(await started()).toEqual([1]);
  await enter(6);
  expect(await started()).toEqual([1, 6]);
});

it("starts all", async () => {
  await openBoard(5);
  await save("all");
  expect(await started()).toEqual([1, 2, 3, 4, 5]);
});

it("saves the rule switched off", async () => {
  await openBoard(5);
  await save("off");
  expect((await live()).automations).toMatchObject([{ id: "code", enabled: false }]);
  expect(await started()).toEqual([]);
});

it("asks the same when a rule is switched on in the list, never when it is switched off", async () => {
  await openBoard(5, [{ ...rule, enabled: false }]);
  const choice = { id: "code", enabled: true, stamp: null };
  const on = (start?: StartChoice) =>
    switchAutomation(
      test.database,
      project.project.id,
      person(),
      { ...choice, ...(start && { start }) },
      now(),
    );
  expect(await refusal(on())).toMatchObject({ status: 409, code: "ASKS_WHICH_START" });
  expect((await live()).automations[0]?.enabled).toBe(false);
  await on("entering");
  expect(await started()).toEqual([]);
  const off = { ...choice, enabled: false };
  await switchAutomation(test.database, project.project.id, person(), off, now());
  expect((await live()).automations[0]?.enabled).toBe(false);
});

it("forgets the choice when a rule is switched off and on again with another one", async () => {
  await openBoard(4);
  await save("entering");
  const change = (enabled: boolean, start?: StartChoice) =>
    switchAutomation(
      test.database,
      project.project.id,
      person(),
      { id: "code", enabled, stamp: null, ...(start && { start }) },
      now(),
    );
  await change(false);
  await change(true, "all");
  expect(await started()).toEqual([1, 2, 3, 4]);
});

it("a ticket that enters now starts although 250 older ones wait before it", async () => {
  await openBoard(1);
  const { id: _, ...older } = await test.database.prisma.ticket.findFirstOrThrow({
    where: { projectId: project.project.id, number: 1 },
  });
  await test.database.prisma.ticket.createMany({
    data: Array.from({ length: 250 }, (_, index) => ({
      ...older,
      contract: undefined,
      number: 1_000 + index,
      priority: 3,
    })),
  });
  await save("entering");
  expect(await started()).toEqual([]);
  await enter(2);
  expect(await started()).toEqual([2]);
});
