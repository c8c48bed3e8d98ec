import { mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemActor } from "#server/contracts/actor.ts";
import { isFailure } from "#server/contracts/failure.ts";
import { readLiveAutomations } from "#server/queries/automations.ts";
import { readAutomations, validateAutomations } from "#server/queries/automations-answer.ts";
import { simulateText } from "#server/queries/simulation.ts";
import { createProjectFixture } from "#server/testing/builders.ts";
import type { ProjectFixture } from "#server/testing/builders.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { makeScratchFolder } from "#server/testing/scratch-folder.ts";
import { loadAutomations } from "./load-automations.ts";
import { saveAutomations } from "./save-automations.ts";
import { switchAutomation } from "./switch-automation.ts";

let test: TestDatabase;
let scratch: Awaited<ReturnType<typeof makeScratchFolder>>;
let fixture: ProjectFixture;
let file: string;
const now = new Date();

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  scratch = await makeScratchFolder("examples");
  const workspacePath = await realpath(scratch.path);
  await mkdir(path.join(workspacePath, ".agents"));
  file = path.join(workspacePath, ".agents/automations.json");
  fixture = await createProjectFixture(test.database, {
    workspacePath,
    agents: ["programmer", "docs"],
    tickets: Array.from({ length: 6 }, () => ({ status: "Todo", assignedTo: "programmer" })),
  });
});
afterEach(async () => {
  await scratch.remove();
  await test.database.prisma.project.deleteMany();
});

const rule = {
  id: "code",
  trigger: { type: "ticketInColumn", columns: ["Todo"], assigneeSlug: "programmer" },
  actions: [{ type: "runAgent", agent: "programmer", maxCostUsd: 2 }],
};
const example = (outcome: string) => ({
  name: "docs wait",
  given: { tickets: [{ number: 1, column: "Todo", assignee: "programmer" }] },
  at: "2026-03-01T09:00:00Z",
  expect: { ticket: 1, outcome },
});
const textOf = (more: object, rules: object[] = [rule]) =>
  JSON.stringify({ ...more, automations: rules }, null, 2);
const load = (actor: Parameters<typeof loadAutomations>[2] = fixture.owner) =>
  loadAutomations(test.database, fixture.project.id, actor, now);
const live = () => readLiveAutomations(test.database, fixture.project.id);
async function refusal(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isFailure(error)) throw error instanceof Error ? error : new Error("expected a refusal");
  return error;
}

describe("examples of the file", () => {
  it("keep a file back whose rules do something else; the last good one stays in force", async () => {
    await writeFile(file, textOf({ tests: [example("admitted")] }));
    await load();
    await writeFile(file, textOf({ tests: [example("GROUP_BUSY")] }, []));
    const refused = await refusal(load(systemActor));
    expect(refused).toMatchObject({ status: 422, code: "AUTOMATIONS_INVALID" });
    expect(refused.message).toContain("example 'docs wait': expected GROUP_BUSY, found NO_MATCH");
    expect((await live()).automations.map(({ id }) => id)).toEqual(["code"]);
    expect((await readAutomations(test.database, fixture.project, now)).problems).toMatchObject([
      { path: "tests[0]", line: 3, expected: "GROUP_BUSY", found: "NO_MATCH" },
    ]);
    await writeFile(file, textOf({ tests: [example("NO_MATCH")] }, []));
    expect(await load()).toMatchObject({ removed: ["code"] });
  });

  it("refuse a save, which then writes nothing", async () => {
    await writeFile(file, textOf({}));
    await load();
    const before = await readFile(file, "utf8");
    const { stamp } = await readAutomations(test.database, fixture.project, now);
    const text = textOf({ tests: [example("CONDITION")] });
    const saving = saveAutomations(
      test.database,
      fixture.project.id,
      fixture.owner,
      { text, stamp },
      now,
    );
    expect(await refusal(saving)).toMatchObject({ status: 422, code: "AUTOMATIONS_INVALID" });
    expect(await readFile(file, "utf8")).toBe(before);
  });

  it("let a rule be switched off", async () => {
    await writeFile(file, textOf({ tests: [example("admitted")] }));
    await load();
    const off = { id: "code", enabled: false, stamp: null };
    await switchAutomation(test.database, fixture.project.id, fixture.owner, off, now);
    expect((await live()).automations[0]?.enabled).toBe(false);
    expect((await live()).tests).toHaveLength(1);
  });
});

describe("If I save this now", () => {
  const validate = (text: string) => validateAutomations(test.database, fixture.project.id, text);

  it("says what would start, what it costs, what never fires and how the examples end", async () => {
    const broken = { ...rule, id: "broken", trigger: { ...rule.trigger, columns: ["To do"] } };
    const text = textOf({ dailyBudgetUsd: 5, tests: [example("admitted"), example("CONDITION")] }, [
      rule,
      broken,
    ]);
    const { ifSaved } = await validate(text);
    expect(ifSaved).toMatchObject({
      startsNow: [],
      loops: [],
      tests: {
        passed: 1,
        failed: [{ name: "docs wait", expected: "CONDITION", found: "admitted" }],
      },
      asks: [{ automationId: "code", count: 6, tickets: [1, 2, 3, 4, 5, 6] }],
      isCut: false,
    });
    expect(
      ifSaved?.neverFires.map(({ automationId, reason }) => [automationId, reason.text]),
    ).toEqual([
      ["code", "programmer has no skill"],
      ["broken", "column 'To do' does not exist"],
    ]);
  });

  it("has nothing to say of what is in force already", async () => {
    await writeFile(file, textOf({}));
    await load();
    const { ifSaved } = await validate(textOf({}));
    expect(ifSaved).toMatchObject({
      startsNow: [],
      thenMore: 0,
      asks: [],
      costUsd: { low: 0, high: 0 },
    });
  });

  it("is null for a text that is broken as a whole", async () => {
    expect(await validate("{")).toMatchObject({ ok: false, ifSaved: null });
  });
});

describe("simulateText", () => {
  const skill = () =>
    test.database.prisma.skill.create({
      data: {
        projectId: fixture.project.id,
        agent: "programmer",
        path: ".agents/skills/programmer.md",
        hash: "0",
        frontMatter: {},
        sizeBytes: 1,
      },
    });

  it("runs a text against the live board, and names what differs from the rules in force", async () => {
    await skill();
    await test.database.prisma.worker.create({
      data: {
        id: "00000000-0000-4000-8000-000000000001",
        host: "here",
        pid: 1,
        bootId: "b",
        pidNamespace: "n",
        processStart: "1",
        version: "1",
        heartbeatAt: new Date(),
        claude: { problem: null },
      },
    });
    await writeFile(file, textOf({ dailyBudgetUsd: null }, []));
    await load();
    const simulation = await simulateText(
      test.database,
      fixture.project.id,
      textOf({ dailyBudgetUsd: null }),
      { hours: 2 },
    );
    expect(simulation.starts.map(({ ticket }) => ticket)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(simulation.starts.map(({ group }) => group))).toEqual(new Set(["workspace"]));
    expect(simulation.difference.added).toHaveLength(6);
    expect(simulation.difference.removed).toEqual([]);
    expect(await test.database.prisma.run.count()).toBe(0);
    expect(await test.database.prisma.firing.count()).toBe(0);
  });

  it("refuses a text that is broken as a whole", async () => {
    const refused = await refusal(simulateText(test.database, fixture.project.id, "{", {}));
    expect(refused).toMatchObject({ status: 422, code: "AUTOMATIONS_INVALID" });
  });
});
