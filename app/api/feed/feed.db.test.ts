import { afterAll, beforeAll, expect, it } from "vitest";
import { moveTicket } from "#server/commands/move-ticket.ts";
import { feedAnswerSchema } from "#server/contracts/feed.ts";
import { setDatabase } from "#server/store/client.ts";
import { numberFeed } from "#server/store/sql/number-feed.ts";
import { agentActor, createProjectFixture } from "#server/testing/builders.ts";
import type { ProjectFixture } from "#server/testing/builders.ts";
import { callRoute } from "#server/testing/call-route.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { GET } from "./route.ts";

let test: TestDatabase;
let shop: ProjectFixture;
let site: ProjectFixture;

beforeAll(async () => {
  test = await createTestDatabase();
  setDatabase(test.database);
  shop = await createProjectFixture(test.database, { name: "Shop", tickets: [{}] });
  site = await createProjectFixture(test.database, { name: "Site", tickets: [{}] });
  for (const fixture of [shop, site, shop]) {
    const move = { projectId: fixture.project.id, number: 1 };
    await moveTicket(test.database, fixture.owner, { ...move, status: "Todo" }, new Date());
    await moveTicket(test.database, fixture.owner, { ...move, status: "Backlog" }, new Date());
  }
  while ((await numberFeed(test.database)) > 0);
});
afterAll(() => test.close());

type RouteActor = Parameters<typeof callRoute>[1]["actor"];
async function read(query: Record<string, string> = {}, actor: RouteActor = shop.owner) {
  const reply = await callRoute(GET, { actor, query });
  expect(reply.status).toBe(200);
  return feedAnswerSchema.parse(reply.body);
}

it("answers page by page, each event once and without a gap", async () => {
  const all = await read();
  expect(all.items.length).toBeGreaterThanOrEqual(6);
  const found: number[] = [];
  let after = 0;
  for (;;) {
    const { items, next } = await read({ after: String(after), limit: "4" });
    found.push(...items.map(({ id }) => id));
    if (items.length === 0) break;
    after = next;
  }
  expect(found).toEqual(all.items.map(({ id }) => id));
  expect(found).toEqual(found.map((_, index) => all.oldest + index));
  expect(await read({ after: String(after) })).toMatchObject({ items: [], next: after });
});

it("says what moved from where to where, by whom, and holds no text of a ticket", async () => {
  const { items } = await read();
  expect(items).toContainEqual({
    id: expect.any(Number),
    at: expect.any(String),
    project: "shop",
    ticket: 1,
    event: "ticket_moved",
    data: { from: "Backlog", to: "Todo", fields: ["status"], by: "owner", byKind: "person" },
  });
});

it("shows a viewer the projects that are open to it, and nothing to agents", async () => {
  const user = await test.database.prisma.user.create({
    data: { handle: "vera", name: "Vera", role: "viewer" },
  });
  await test.database.prisma.member.create({
    data: {
      projectId: site.project.id,
      number: 90,
      slug: "vera",
      name: "Vera",
      kind: "person",
      userId: user.id,
    },
  });
  const viewer = { ...shop.owner, userId: user.id, slug: "vera", role: "viewer" as const };
  const { items } = await read({}, viewer);
  expect(items.length).toBeGreaterThan(0);
  expect(new Set(items.map(({ project }) => project))).toEqual(new Set(["site"]));
  const agent = agentActor(shop.project, "programmer");
  expect((await callRoute(GET, { actor: agent, query: {} })).status).toBe(403);
  expect((await callRoute(GET, { actor: shop.owner, query: { after: "x" } })).status).toBe(400);
});
