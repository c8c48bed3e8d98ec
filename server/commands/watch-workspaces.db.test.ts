import { mkdir, realpath, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "#server/lib/logger.ts";
import { readLiveAutomations } from "#server/queries/automations.ts";
import { createProjectFixture } from "#server/testing/builders.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { makeScratchFolder } from "#server/testing/scratch-folder.ts";
import { createWorkspaceWatch } from "./watch-workspaces.ts";

let test: TestDatabase;
let scratch: Awaited<ReturnType<typeof makeScratchFolder>>;
let workspace: string;
const now = new Date("2026-05-01T10:00:00Z");

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  scratch = await makeScratchFolder("watch");
  workspace = await realpath(scratch.path);
});
afterEach(() => scratch.remove());

async function file(name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(workspace, name)), { recursive: true });
  await writeFile(path.join(workspace, name), text);
}
const rules = (...ids: string[]) =>
  JSON.stringify({
    automations: ids.map((id) => ({
      id,
      trigger: { type: "ticketInColumn", columns: ["Todo"] },
      actions: [],
    })),
  });

describe("the file watcher", () => {
  it("takes over what changes on disk, and writes nothing while nothing changes", async () => {
    const { project } = await createProjectFixture(test.database, { workspacePath: workspace });
    const watch = createWorkspaceWatch(test.database, createLogger("worker", "silent"));
    const ids = async () =>
      (await readLiveAutomations(test.database, project.id)).automations.map(({ id }) => id);
    const agents = async () =>
      (await test.database.prisma.skill.findMany({ where: { projectId: project.id } })).map(
        (skill) => `${skill.agent} v${skill.version}`,
      );
    const revision = async () =>
      (
        await test.database.prisma.projectRevision.findUniqueOrThrow({
          where: { projectId: project.id },
        })
      ).revision;

    await watch.look(now);
    const empty = await revision();
    await watch.look(now);
    expect(await revision()).toBe(empty);

    await file(".agents/automations.json", rules("a"));
    await file(".agents/skills/programmer.md", "one");
    await watch.look(now);
    expect([await ids(), await agents()]).toEqual([["a"], ["programmer v1"]]);
    const first = await revision();
    await watch.look(now);
    expect(await revision()).toBe(first);

    await file(".agents/automations.json", "{ broken");
    await file(".agents/skills/programmer.md", "two");
    await watch.look(now);
    expect([await ids(), await agents()]).toEqual([["a"], ["programmer v2"]]);

    await file(".agents/automations.json", rules("a", "b"));
    await rm(path.join(workspace, ".agents/skills/programmer.md"));
    await watch.look(now);
    expect([await ids(), await agents()]).toEqual([["a", "b"], []]);
  });

  it("goes on with other projects when one folder is gone", async () => {
    await createProjectFixture(test.database, {
      name: "Gone",
      workspacePath: path.join(workspace, "gone"),
    });
    await mkdir(path.join(workspace, "here"));
    const { project } = await createProjectFixture(test.database, {
      name: "Here",
      workspacePath: path.join(workspace, "here"),
    });
    await file("here/.agents/automations.json", rules("a"));
    const watch = createWorkspaceWatch(test.database, createLogger("worker", "silent"));
    await watch.look(now);
    expect((await readLiveAutomations(test.database, project.id)).automations).toHaveLength(1);
  });
});
