import { mkdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemActor } from "#server/contracts/actor.ts";
import { isFailure } from "#server/contracts/failure.ts";
import { sha256Hex } from "#server/lib/ids.ts";
import { readLiveAutomations } from "#server/queries/automations.ts";
import { readAutomations, validateAutomations } from "#server/queries/automations-answer.ts";
import { createProjectFixture } from "#server/testing/builders.ts";
import type { ProjectFixture } from "#server/testing/builders.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { makeScratchFolder } from "#server/testing/scratch-folder.ts";
import { holdAutomation } from "./hold-automation.ts";
import { loadAutomations } from "./load-automations.ts";
import { saveAutomations } from "./save-automations.ts";
import { switchAutomation } from "./switch-automation.ts";

let test: TestDatabase;
let scratch: Awaited<ReturnType<typeof makeScratchFolder>>;
let fixture: ProjectFixture;
let workspace: string;
const now = new Date("2026-05-01T10:00:00Z");
const place = ".agents/automations.json";

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  scratch = await makeScratchFolder("automations");
  workspace = await realpath(scratch.path);
  await mkdir(path.join(workspace, ".agents"));
  fixture = await createProjectFixture(test.database, { workspacePath: workspace });
});
afterEach(() => scratch.remove());

const rule = (id: string, more: object = {}) => ({
  id,
  trigger: { type: "ticketInColumn", columns: ["Todo"], assigneeSlug: "programmer" },
  actions: [
    { type: "moveTicketStatus", to: "InProgress" },
    { type: "runAgent", agent: "programmer" },
  ],
  ...more,
});
const textOf = (automations: object[], more: object = {}) =>
  JSON.stringify({ ...more, automations }, null, 2);
const put = (text: string) => writeFile(path.join(workspace, place), text);
const onDisk = () => readFile(path.join(workspace, place), "utf8");
const load = (actor: Parameters<typeof loadAutomations>[2] = fixture.owner) =>
  loadAutomations(test.database, fixture.project.id, actor, now);
const live = () => readLiveAutomations(test.database, fixture.project.id);
const answer = () => readAutomations(test.database, fixture.project, now);
const states = () =>
  test.database.prisma.automationState.findMany({
    where: { projectId: fixture.project.id },
    orderBy: { automationId: "asc" },
  });
async function revision(): Promise<number> {
  const row = await test.database.prisma.projectRevision.findUniqueOrThrow({
    where: { projectId: fixture.project.id },
  });
  return Number(row.revision);
}
const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isFailure(error)) throw error instanceof Error ? error : new Error("expected a refusal");
  return {
    status: error.status,
    code: error.code,
    details: error.details as Record<string, unknown>,
  };
};

describe("loadAutomations", () => {
  it("puts a file in force, once, and starts each automation at now", async () => {
    await put(textOf([rule("a"), rule("b")], { dailyBudgetUsd: 5 }));
    expect(await load()).toMatchObject({
      added: ["a", "b"],
      changed: [],
      removed: [],
      disabled: [],
    });
    expect((await live()).automations.map(({ id }) => id)).toEqual(["a", "b"]);
    const at = await revision();
    expect(
      (await states()).map((state) => [
        state.automationId,
        state.triggerType,
        Number(state.cursor),
      ]),
    ).toEqual([
      ["a", "ticketInColumn", at],
      ["b", "ticketInColumn", at],
    ]);
    expect(await load(systemActor)).toMatchObject({ added: [], changed: [], removed: [] });
    expect(await revision()).toBe(at);
  });

  it("disables one bad automation only, and keeps the last good file when all of it is bad (rule 34)", async () => {
    await put(textOf([rule("a"), { id: "odd", trigger: { type: "fullMoon" }, actions: [] }]));
    expect(await load()).toMatchObject({ added: ["a", "odd"], disabled: [{ id: "odd" }] });
    await put("{ broken");
    const refused = await refusalOf(load(systemActor));
    expect(refused).toMatchObject({ status: 422, code: "AUTOMATIONS_INVALID" });
    expect(refused.details["problems"]).not.toHaveLength(0);
    expect((await live()).automations.map(({ id }) => id)).toEqual(["a", "odd"]);
    expect((await answer()).problems).toEqual(refused.details["problems"]);
    expect((await answer()).text).toBe("{ broken");
    const at = await revision();
    await refusalOf(load(systemActor));
    expect(await revision()).toBe(at);
    await put(textOf([rule("a"), rule("a")]));
    expect(await refusalOf(load())).toMatchObject({ status: 422 });
    await put(textOf([rule("a")]));
    expect(await load()).toMatchObject({ removed: ["odd"] });
    expect((await answer()).problems).toEqual([]);
  });

  it("keeps the rules when the file disappears, until a person reloads", async () => {
    await put(textOf([rule("a")], { dailyBudgetUsd: 1 }));
    await load();
    await rm(path.join(workspace, place));
    expect(await refusalOf(load(systemActor))).toMatchObject({ status: 422 });
    expect((await live()).automations).toHaveLength(1);
    expect(await load()).toMatchObject({ removed: ["a"], stamp: "" });
    expect((await live()).automations).toEqual([]);
  });

  it("answers an empty configuration for a project without a file", async () => {
    expect(await load()).toMatchObject({ added: [], stamp: "" });
    expect(await answer()).toMatchObject({
      config: { automations: [] },
      text: null,
      stamp: null,
      rows: [],
      path: place,
    });
  });

  it("does not raise a limit that no person raised (rule 5)", async () => {
    const cheap = {
      actions: [{ type: "runAgent", agent: "programmer", maxTurns: 10, maxCostUsd: 1 }],
    };
    const dear = { actions: [{ type: "runAgent", agent: "programmer", maxTurns: 900 }] };
    await put(textOf([rule("a", cheap)], { dailyBudgetUsd: 5 }));
    await load();
    const loose = textOf([rule("a", dear), rule("b")], { dailyBudgetUsd: null });
    await put(loose);
    await load(systemActor);
    const held = await live();
    expect(held.dailyBudgetUsd).toBe(5);
    expect(held.automations[0]?.actions[0]).toMatchObject({ maxTurns: 10, maxCostUsd: 1 });
    expect(held.automations.map(({ id }) => id)).toEqual(["a", "b"]);
    const inbox = () =>
      test.database.prisma.inboxItem.findMany({
        where: { projectId: fixture.project.id, closedAt: null },
      });
    expect(await inbox()).toMatchObject([{ kind: "guard_loosened" }]);
    const at = await revision();
    await load(systemActor);
    expect([await revision(), await onDisk()]).toEqual([at, loose]);
    await load();
    expect((await live()).dailyBudgetUsd).toBeNull();
    expect(await inbox()).toEqual([]);
    await put(textOf([rule("a", cheap), rule("b")], { dailyBudgetUsd: 2 }));
    await load(systemActor);
    expect((await live()).dailyBudgetUsd).toBe(2);
  });

  it("starts a re-enabled or retyped automation at now and closes what the old one owed (rule 33)", async () => {
    const comments = { trigger: { type: "ticketCommentAdded" } };
    await put(textOf([rule("a", comments), rule("b", comments), rule("c", comments)]));
    await load();
    const first = await revision();
    for (const automationId of ["a", "b", "c"]) {
      await test.database.prisma.firing.create({
        data: {
          projectId: fixture.project.id,
          automationId,
          cause: "trigger",
          dueAt: now,
          agent: "programmer",
        },
      });
    }
    await put(textOf([rule("a", { ...comments, enabled: false }), rule("b")]));
    await load();
    const firings = await test.database.prisma.firing.findMany({
      where: { projectId: fixture.project.id },
      orderBy: { automationId: "asc" },
    });
    expect(firings.map((firing) => firing.state)).toEqual(["closed", "closed", "closed"]);
    const second = await revision();
    expect(
      (await states()).map((state) => [state.automationId, state.isEnabled, Number(state.cursor)]),
    ).toEqual([
      ["a", false, first],
      ["b", true, second],
    ]);
    await put(textOf([rule("a", comments), rule("b")]));
    await load();
    const third = await revision();
    expect((await states()).map((state) => Number(state.cursor))).toEqual([third, second]);
  });
});

describe("saveAutomations", () => {
  const save = (input: Parameters<typeof saveAutomations>[3]) =>
    saveAutomations(test.database, fixture.project.id, fixture.owner, input, now);

  it("writes the text as it is and makes it live at once", async () => {
    const text = `// ours\n${textOf([rule("a")])}\n`;
    expect(await save({ text, stamp: null })).toMatchObject({
      added: ["a"],
      stamp: sha256Hex(text),
    });
    expect(await onDisk()).toBe(text);
    expect((await live()).automations).toHaveLength(1);
  });

  it("refuses a stale stamp with both texts, and a broken text, and writes nothing", async () => {
    const first = textOf([rule("a")]);
    await save({ text: first, stamp: null });
    await put(`${first}\n`);
    expect(await refusalOf(save({ text: "{}", stamp: sha256Hex(first) }))).toEqual({
      status: 409,
      code: "STAMP_STALE",
      details: { mine: "{}", theirs: `${first}\n`, stamp: sha256Hex(`${first}\n`) },
    });
    expect(await refusalOf(save({ text: "[]", stamp: sha256Hex(`${first}\n`) }))).toMatchObject({
      status: 422,
    });
    expect(await onDisk()).toBe(`${first}\n`);
  });

  it("takes a configuration, with a stamp or bare as existing tools send it", async () => {
    const config = {
      automations: [
        rule("a", {
          trigger: { type: "ticketInColumn", columns: ["Todo"], uiTypeKey: "ticketInColumn" },
        }),
      ],
    };
    const { stamp } = await save({ config, stamp: null });
    expect(await onDisk()).not.toContain("uiTypeKey");
    await save({ automations: [rule("b")], dailyBudgetUsd: 3 });
    expect((await live()).automations.map(({ id }) => id)).toEqual(["b"]);
    expect(await refusalOf(save({ config, stamp }))).toMatchObject({ status: 409 });
  });

  it("lets exactly one of many editors with the same stamp win", async () => {
    const { stamp } = await save({ text: textOf([]), stamp: null });
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        save({ text: textOf([rule(`r${index}`)]), stamp }).then(
          () => index,
          () => null,
        ),
      ),
    );
    const winners = results.filter((index) => index !== null);
    expect(winners).toHaveLength(1);
    expect(await onDisk()).toContain(`"r${winners[0]}"`);
    expect((await live()).automations.map(({ id }) => id)).toEqual([`r${winners[0]}`]);
  });

  it("switches one automation and keeps comments and order", async () => {
    const text = `{\n  // why we do this\n  "automations": [\n    ${JSON.stringify(rule("a"))}, // first\n    ${JSON.stringify(rule("b"))}\n  ]\n}\n`;
    await save({ text, stamp: null });
    const answered = await switchAutomation(
      test.database,
      fixture.project.id,
      fixture.owner,
      { id: "a", enabled: false, stamp: sha256Hex(text) },
      now,
    );
    expect(answered).toMatchObject({ changed: ["a"] });
    expect(await onDisk()).toContain("// why we do this");
    expect(await onDisk()).toContain("// first");
    expect((await answer()).rows.map((row) => [row.id, row.enabled])).toEqual([
      ["a", false],
      ["b", true],
    ]);
    const again = switchAutomation(
      test.database,
      fixture.project.id,
      fixture.owner,
      { id: "a", enabled: true, stamp: sha256Hex(text) },
      now,
    );
    expect(await refusalOf(again)).toMatchObject({ status: 409 });
    const unknown = switchAutomation(
      test.database,
      fixture.project.id,
      fixture.owner,
      { id: "none", enabled: true, stamp: null },
      now,
    );
    expect(await refusalOf(unknown)).toMatchObject({ status: 404, code: "AUTOMATION_UNKNOWN" });
  });
});

describe("what the page shows", () => {
  it("lists rows with a sentence, and existing tools' shape", async () => {
    await put(textOf([rule("a", { name: "Build it" })], { dailyBudgetUsd: 4 }));
    await load();
    const shown = await answer();
    expect(shown.rows).toMatchObject([
      {
        id: "a",
        name: "Build it",
        enabled: true,
        triggerType: "ticketInColumn",
        agent: "programmer",
        starts: 0,
        heldBy: null,
      },
    ]);
    expect(shown.rows[0]?.sentence).toContain("For each ticket in Todo assigned to programmer");
    expect(shown.config).toMatchObject({
      dailyBudgetUsd: 4,
      automations: [{ trigger: { type: "ticketInColumn", uiTypeKey: "ticketInColumn" } }],
    });
    expect(shown.stamp).toBe(sha256Hex(await onDisk()));
    await holdAutomation(
      test.database,
      fixture.owner,
      { projectId: fixture.project.id, automation: "a" },
      now,
    );
    expect((await answer()).rows[0]).toMatchObject({ heldBy: "owner", nextAt: null });
  });

  it("warns of columns the board does not have, and validates without writing", async () => {
    const text = textOf([rule("a", { trigger: { type: "ticketInColumn", columns: ["Nowhere"] } })]);
    const checked = await validateAutomations(test.database, fixture.project.id, text);
    expect(checked).toMatchObject({ ok: true, diff: { added: ["a"] }, sentences: [{ id: "a" }] });
    expect(checked.warnings.some((warning) => warning.message.includes("Nowhere"))).toBe(true);
    expect(await validateAutomations(test.database, fixture.project.id, "{")).toMatchObject({
      ok: false,
    });
    expect((await answer()).text).toBeNull();
  });
});
