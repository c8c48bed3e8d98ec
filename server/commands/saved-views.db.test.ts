import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listSavedViews } from "../queries/saved-views.ts";
import { agentActor, createProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { deleteSavedView, putSavedView } from "./saved-views.ts";

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

describe("saved views", () => {
  it("belong to one person on one board, change under their name, and have one default", async () => {
    const { project, owner } = await createProjectFixture(test.database);
    const { project: other } = await createProjectFixture(test.database, { name: "Other" });
    const viewer = await test.database.prisma.user.create({
      data: { handle: "vera", name: "Vera", role: "viewer" },
    });
    const vera = { ...owner, userId: viewer.id, slug: "vera", role: "viewer" as const };
    const put = (actor: typeof owner, name: string, query: string, isDefault: boolean) =>
      putSavedView(test.database, actor, { projectId: project.id, name, query, isDefault });

    await put(owner, "Mine", "@owner", true);
    await put(vera, "Mine", "is:stuck", true);
    await put(owner, "Bugs", "label:bug", true);
    await put(owner, "Mine", "@owner is:asks", false);

    const bugs = { name: "Bugs", query: "label:bug", isDefault: true };
    const mine = { name: "Mine", query: "@owner is:asks", isDefault: false };
    expect(await listSavedViews(test.database, owner, project.id)).toEqual([bugs, mine]);
    expect(await listSavedViews(test.database, vera, project.id)).toEqual([
      { name: "Mine", query: "is:stuck", isDefault: true },
    ]);
    expect(await listSavedViews(test.database, owner, other.id)).toEqual([]);

    await deleteSavedView(test.database, owner, { projectId: project.id, name: "Bugs" });
    expect(await listSavedViews(test.database, owner, project.id)).toEqual([mine]);
    await expect(
      deleteSavedView(test.database, owner, { projectId: project.id, name: "Bugs" }),
    ).rejects.toMatchObject({ status: 404, code: "VIEW_UNKNOWN" });
  });

  it("keep one default however many are saved at once", async () => {
    const { project, owner } = await createProjectFixture(test.database);
    await Promise.all(
      ["a", "b", "c", "d"].map((name) =>
        putSavedView(test.database, owner, {
          projectId: project.id,
          name,
          query: name,
          isDefault: true,
        }),
      ),
    );
    const views = await listSavedViews(test.database, owner, project.id);
    expect(views).toHaveLength(4);
    expect(views.filter((view) => view.isDefault)).toHaveLength(1);
  });

  it("are nothing for agents, and stop at fifty", async () => {
    const { project, owner } = await createProjectFixture(test.database);
    const put = (actor: Parameters<typeof putSavedView>[1], name: string) =>
      putSavedView(test.database, actor, {
        projectId: project.id,
        name,
        query: "x",
        isDefault: false,
      });
    const agent = agentActor(project, "programmer");
    await expect(put(agent, "Mine")).rejects.toMatchObject({ status: 403 });
    expect(await listSavedViews(test.database, agent, project.id)).toEqual([]);
    for (let index = 0; index < 50; index += 1) await put(owner, `view ${index}`);
    await expect(put(owner, "one more")).rejects.toMatchObject({ code: "VIEWS_FULL" });
    await put(owner, "view 7");
  });
});
