import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "#server/contracts/actor.ts";
import type { SavedView } from "#server/contracts/saved-view.ts";
import { setDatabase } from "#server/store/client.ts";
import { agentActor, createOwner, createProjectFixture } from "#server/testing/builders.ts";
import type { ProjectFixture } from "#server/testing/builders.ts";
import { callRoute } from "#server/testing/call-route.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { DELETE, PATCH } from "./[id]/route.ts";
import { GET, POST } from "./route.ts";

let test: TestDatabase;
let fixture: ProjectFixture;
let owner: Extract<Actor, { kind: "person" }>;
let ada: typeof owner;
let vera: typeof owner;

beforeAll(async () => {
  test = await createTestDatabase();
  setDatabase(test.database);
  owner = await createOwner(test.database);
  ada = await person("ada", "member");
  vera = await person("vera", "viewer");
});
afterAll(() => test.close());
beforeEach(async () => {
  fixture = await createProjectFixture(test.database);
  // A viewer reads only the projects that were given to her.
  const { id: projectId } = fixture.project;
  const member = { slug: vera.slug, name: vera.name, kind: "person", userId: vera.userId };
  await test.database.prisma.member.create({ data: { ...member, projectId, number: 90 } });
});

async function person(handle: string, role: "member" | "viewer"): Promise<typeof owner> {
  const user = await test.database.prisma.user.upsert({
    where: { handle },
    create: { handle, name: handle.toUpperCase(), role },
    update: {},
  });
  return { ...owner, userId: user.id, slug: handle, name: user.name, role, isMaintainer: false };
}

const at = (id?: number) => ({
  slug: fixture.project.slug,
  ...(id === undefined ? {} : { id: String(id) }),
});
const list = async (actor: Actor) =>
  (await callRoute(GET, { actor, params: at() })).body as SavedView[];
const create = async (actor: Actor, body: object) =>
  callRoute(POST, { actor, method: "POST", params: at(), body });
const save = async (actor: Actor, body: object) => (await create(actor, body)).body as SavedView;
const patch = (actor: Actor, id: number, body: object) =>
  callRoute(PATCH, { actor, method: "PATCH", params: at(id), body });
const remove = (actor: Actor, id: number) =>
  callRoute(DELETE, { actor, method: "DELETE", params: at(id) });

describe("saved views", () => {
  it("keep search, layout and order under a name, for one person on one board", async () => {
    const reply = await create(owner, {
      name: " Mine ",
      query: "@owner",
      layout: "list",
      sort: "-updated",
    });
    expect(reply.status).toBe(201);
    const view = reply.body as SavedView;
    expect(reply.headers.get("location")).toBe(
      `/api/projects/${fixture.project.slug}/views/${view.id}`,
    );
    expect(view).toEqual({
      id: view.id,
      name: "Mine",
      query: "@owner",
      layout: "list",
      sort: "-updated",
      isShared: false,
      isDefault: false,
      isMine: true,
      by: "Owner",
    });
    expect(await list(owner)).toEqual([view]);
    expect(await list(ada)).toEqual([]);
    fixture = await createProjectFixture(test.database, { name: "Other" });
    expect(await list(owner)).toEqual([]);
    expect(await patch(owner, view.id, { name: "Elsewhere" })).toMatchObject({ status: 404 });
  });

  it("are renamed to a free name and changed field by field", async () => {
    const first = await save(owner, { name: "First", query: "a" });
    await save(owner, { name: "Second", query: "b" });
    await save(ada, { name: "Third", query: "c" });
    expect(await create(owner, { name: "First" })).toMatchObject({
      status: 409,
      body: { code: "VIEW_NAME_TAKEN" },
    });
    expect(await patch(owner, first.id, { name: "Second" })).toMatchObject({
      status: 409,
      body: { code: "VIEW_NAME_TAKEN" },
    });
    // Another person's name is free.
    expect((await patch(owner, first.id, { name: "Third" })).body).toMatchObject({
      name: "Third",
      query: "a",
    });
    expect((await patch(owner, first.id, { name: "Third", layout: "tree" })).body).toMatchObject({
      name: "Third",
      query: "a",
      layout: "tree",
    });
    expect(await patch(owner, first.id, { layout: "wheel" })).toMatchObject({ status: 400 });
    expect(await patch(owner, first.id, { nmae: "x" })).toMatchObject({ status: 400 });
  });

  it("that are shared are read by everybody and changed by one", async () => {
    const view = await save(ada, { name: "Bugs", query: "label:bug", isShared: true });
    expect(await list(vera)).toEqual([{ ...view, isMine: false }]);
    for (const reply of [await patch(vera, view.id, { name: "X" }), await remove(vera, view.id)]) {
      expect(reply).toMatchObject({ status: 403, body: { code: "VIEW_NOT_YOURS" } });
    }
    await patch(ada, view.id, { isShared: false });
    expect(await list(vera)).toEqual([]);
    // What is not shared is not said to exist.
    expect(await remove(owner, view.id)).toMatchObject({ status: 404 });
    await patch(ada, view.id, { isShared: true });
    expect(await patch(owner, view.id, { name: "X" })).toMatchObject({ status: 403 });
    expect(await remove(owner, view.id)).toMatchObject({ status: 204 });
    expect(await list(ada)).toEqual([]);
  });

  it("of a viewer are his own and never shared", async () => {
    expect(await create(vera, { name: "Mine", isShared: true })).toMatchObject({ status: 403 });
    const view = await save(vera, { name: "Mine", query: "is:stuck" });
    expect(await patch(vera, view.id, { isShared: true })).toMatchObject({ status: 403 });
    expect(await list(vera)).toMatchObject([{ name: "Mine", isShared: false }]);
    expect(await list(owner)).toEqual([]);
    expect(await remove(vera, view.id)).toMatchObject({ status: 204 });
  });

  it("have one default of each person however many are chosen at once", async () => {
    const other = await save(ada, { name: "a", isShared: true });
    await patch(ada, other.id, { isDefault: true });
    const views = await Promise.all(["a", "b", "c"].map((name) => save(owner, { name })));
    await Promise.all(views.map(({ id }) => patch(owner, id, { isDefault: true })));
    const own = await list(owner);
    expect(own.filter((view) => view.isDefault)).toHaveLength(1);
    expect(own.find((view) => view.isDefault)?.isMine).toBe(true);
    expect(await list(ada)).toMatchObject([{ name: "a", isDefault: true }]);
  });

  it("are nothing for agents, and stop at fifty", async () => {
    const agent = agentActor(fixture.project, "programmer");
    expect(await create(agent, { name: "Mine" })).toMatchObject({ status: 403 });
    for (let index = 0; index < 50; index += 1) await save(owner, { name: `view ${index}` });
    expect(await create(owner, { name: "one more" })).toMatchObject({
      status: 409,
      body: { code: "VIEWS_FULL" },
    });
  });
});
