import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ColumnUse } from "#server/contracts/board-settings.ts";
import { settingsOverviewSchema } from "#server/contracts/project-settings.ts";
import { setDatabase } from "#server/store/client.ts";
import { createProjectFixture } from "#server/testing/builders.ts";
import type { ProjectFixture } from "#server/testing/builders.ts";
import { callRoute } from "#server/testing/call-route.ts";
import type { RouteCall } from "#server/testing/call-route.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { POST as reload } from "../automations/reload/route.ts";
import { GET as columnUse } from "../columns/[id]/automations/route.ts";
import { POST as renameColumn } from "../columns/[id]/rename/route.ts";
import { PATCH as patchColumn } from "../columns/[id]/route.ts";
import { GET as listColumns } from "../columns/route.ts";
import { PATCH as patchProject } from "../route.ts";
import { PATCH as patchMoney } from "./money/route.ts";
import { GET as overview } from "./overview/route.ts";

let test: TestDatabase;
let fixture: ProjectFixture;
let workspace: string;
let file: string;

const text = `{
  // what a day may cost
  "dailyBudgetUsd": 5,
  "automations": [
    {
      "id": "work",
      "trigger": { "type": "ticketInColumn", "columns": ["Todo"] }, // waiting work
      "actions": [
        { "type": "moveTicketStatus", "to": "InProgress" },
        { "type": "runAgent", "agent": "programmer" }
      ]
    }
  ]
}
`;

beforeAll(async () => {
  test = await createTestDatabase();
  setDatabase(test.database);
});
afterAll(() => test.close());
beforeEach(async () => {
  workspace = await mkdtemp(path.join(tmpdir(), "settings-page-"));
  file = path.join(workspace, ".agents/automations.json");
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  fixture = await createProjectFixture(test.database, {
    agents: ["programmer"],
    tickets: [{ status: "Todo" }],
  });
  await test.database.prisma.project.update({
    where: { id: fixture.project.id },
    data: { workspacePath: workspace, workspaceRealPath: workspace },
  });
  expect((await call(reload, "POST")).status).toBe(200);
});
afterEach(() => rm(workspace, { recursive: true }));

type Handler = Parameters<typeof callRoute>[0];
const call = (
  handler: Handler,
  method: string,
  options: Omit<Partial<RouteCall>, "params"> & { params?: Record<string, string> } = {},
) =>
  callRoute(handler, {
    actor: fixture.owner,
    method,
    ...options,
    params: { slug: fixture.project.slug, ...options.params },
  });

const member = () => ({ ...fixture.owner, role: "member" as const, isMaintainer: false });
const readOverview = async () => settingsOverviewSchema.parse((await call(overview, "GET")).body);
const onDisk = () => readFile(file, "utf8");
const columnNames = async () =>
  ((await call(listColumns, "GET")).body as { name: string }[]).map(({ name }) => name);
const activities = () =>
  test.database.prisma.activity.count({ where: { projectId: fixture.project.id } });

describe("renaming a column that rules name", () => {
  const use = async (name = "Ready") =>
    (await call(columnUse, "GET", { params: { id: "2" }, query: { name } })).body as ColumnUse;
  const rename = (body: object, actor: RouteCall["actor"] = fixture.owner) =>
    call(renameColumn, "POST", { actor, params: { id: "2" }, body });

  it("shows the file as it would be, and writes nothing", async () => {
    const shown = await use();
    expect(shown).toMatchObject({ automations: ["work"], before: text });
    expect(shown.after).toBe(text.replace('"Todo"', '"Ready"'));
    expect(await onDisk()).toBe(text);
    const unnamed = await call(columnUse, "GET", { params: { id: "1" }, query: { name: "Later" } });
    expect(unnamed.body).toMatchObject({ automations: [], before: null, after: null });
  });

  it("gives the column and the rules the new name together, in one activity", async () => {
    const { stamp } = await use();
    const before = await activities();
    expect(await rename({ name: "Ready", stamp })).toMatchObject({
      status: 200,
      body: { id: 2, name: "Ready" },
    });
    expect(await activities()).toBe(before + 1);
    expect(await onDisk()).toBe(text.replace('"Todo"', '"Ready"'));
    expect(await columnNames()).toContain("Ready");
    const { columnUses, changes } = await readOverview();
    expect(columnUses).toMatchObject({ Ready: ["work"], InProgress: ["work"], Backlog: [] });
    expect(changes.find(({ field }) => field === "columns")?.by).toBe("owner");
  });

  it("changes neither when the file moved on, when the name is taken, or when no rule names it", async () => {
    const { stamp } = await use();
    expect(await rename({ name: "Done", stamp })).toMatchObject({
      status: 409,
      body: { code: "NAME_TAKEN" },
    });
    await writeFile(file, text.replace("5", "6"));
    expect(await rename({ name: "Ready", stamp })).toMatchObject({
      status: 409,
      body: { code: "STAMP_STALE" },
    });
    expect(await columnNames()).toContain("Todo");
    expect(await onDisk()).toContain('"Todo"');
    const now = (await readOverview()).money.stamp;
    expect(
      await call(renameColumn, "POST", {
        params: { id: "1" },
        body: { name: "Later", stamp: now },
      }),
    ).toMatchObject({ status: 422, body: { code: "COLUMN_NOT_NAMED" } });
  });

  it("is for owners and maintainers: it writes the rules", async () => {
    const { stamp } = await use();
    expect((await rename({ name: "Ready", stamp }, member())).status).toBe(403);
  });
});

describe("money", () => {
  const save = (body: object, actor: RouteCall["actor"] = fixture.owner) =>
    call(patchMoney, "PATCH", { actor, body });

  it("is written into the file with its comments, and counts at once", async () => {
    const { money } = await readOverview();
    expect(money).toMatchObject({ dailyBudgetUsd: 5, supervisorCapUsd: 1, supervisorShare: 0.2 });
    expect(await save({ dailyBudgetUsd: 12.5, stamp: money.stamp })).toMatchObject({
      status: 200,
      body: { capUsd: 12.5 },
    });
    expect(await onDisk()).toBe(text.replace("5,", "12.5,"));
    const next = await readOverview();
    expect(next.changes.find(({ field }) => field === "dailyBudgetUsd")).toMatchObject({
      by: "owner",
    });
    expect(
      await save({ dailyBudgetUsd: null, supervisorBudgetUsd: 3, stamp: next.money.stamp }),
    ).toMatchObject({ body: { capUsd: null } });
    const { stamp } = (await readOverview()).money;
    const answer = await save({
      dailyBudgetUsd: "default",
      supervisorBudgetUsd: "default",
      stamp,
    });
    expect(answer.body).toMatchObject({ capUsd: money.defaultBudgetUsd });
    expect(await onDisk()).not.toContain("BudgetUsd");
  });

  it("makes the file where there is none", async () => {
    await rm(file);
    expect(await save({ dailyBudgetUsd: 7, stamp: null })).toMatchObject({ body: { capUsd: 7 } });
    expect(JSON.parse(await onDisk())).toEqual({ dailyBudgetUsd: 7, automations: [] });
  });

  it("refuses an old stamp, a wrong amount or zone, and whoever may not set limits", async () => {
    const { stamp } = (await readOverview()).money;
    expect((await save({ dailyBudgetUsd: -1, stamp })).status).toBe(400);
    expect((await save({ timeZone: "Mars/Base", stamp })).status).toBe(422);
    expect((await save({ dailyBudgetUsd: 50, stamp }, member())).status).toBe(403);
    expect(await save({ dailyBudgetUsd: 50, stamp: null })).toMatchObject({
      status: 409,
      body: { code: "STAMP_STALE" },
    });
    expect(await onDisk()).toBe(text);
  });
});

describe("a field that somebody else changed meanwhile", () => {
  it("is not overwritten in a project, while other fields are saved", async () => {
    const patch = (body: object) => call(patchProject, "PATCH", { body });
    expect(
      await patch({ onLost: "ask", retentionDays: 30, was: { onLost: "resume" } }),
    ).toMatchObject({ status: 200, body: { onLost: "ask", retentionDays: 30 } });
    expect(await patch({ onLost: "ask", was: { onLost: "resume" } })).toMatchObject({
      status: 409,
      body: { code: "STALE_SETTING", details: { field: "onLost", current: "ask" } },
    });
    expect(
      await patch({ allowedCommands: ["npm test"], was: { allowedCommands: [] } }),
    ).toMatchObject({ status: 200, body: { allowedCommands: ["npm test"] } });
    expect((await patch({ retentionDays: 0 })).status).toBe(400);
  });

  it("is not overwritten in a column", async () => {
    const patch = (body: object) => call(patchColumn, "PATCH", { params: { id: "1" }, body });
    expect((await patch({ wipLimit: 2, was: { wipLimit: null } })).status).toBe(200);
    expect(await patch({ wipLimit: 3, was: { wipLimit: null } })).toMatchObject({
      status: 409,
      body: { code: "STALE_SETTING", details: { field: "wipLimit", current: 2 } },
    });
  });
});
