import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { costsSchema } from "#server/contracts/costs.ts";
import { setDatabase } from "#server/store/client.ts";
import { agentActor, createProjectFixture } from "#server/testing/builders.ts";
import type { ProjectFixture } from "#server/testing/builders.ts";
import { callRoute } from "#server/testing/call-route.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { GET as readOne } from "../projects/[slug]/costs/route.ts";
import { GET as readAll } from "./route.ts";

let test: TestDatabase;
let shop: ProjectFixture;
let site: ProjectFixture;

beforeAll(async () => {
  test = await createTestDatabase();
  setDatabase(test.database);
  shop = await createProjectFixture(test.database, { name: "Shop", agents: ["programmer"] });
  site = await createProjectFixture(test.database, { name: "Site" });
  for (const [fixture, amountUsd] of [
    [shop, 1.5],
    [site, 2],
  ] as const) {
    await test.database.prisma.ledgerEntry.create({
      data: {
        projectId: fixture.project.id,
        agent: "programmer",
        day: new Date(new Date().toISOString().slice(0, 10)),
        kind: "result",
        amountUsd,
        sourceKey: fixture.project.slug,
      },
    });
  }
});
afterAll(() => test.close());

const all = async (query: Record<string, string> = {}, actor: RouteActor = shop.owner) =>
  callRoute(readAll, { actor, query });
type RouteActor = Parameters<typeof callRoute>[1]["actor"];
const spent = (body: unknown) => costsSchema.parse(body).totals.spentUsd;

describe("GET /costs", () => {
  it("answers for all projects, the last 30 days by day", async () => {
    const reply = await all();
    expect(reply.status).toBe(200);
    const costs = costsSchema.parse(reply.body);
    expect(costs).toMatchObject({ by: "day", totals: { spentUsd: 3.5 }, leftOut: 0 });
    expect(costs.items).toHaveLength(30);
    expect(costs.items.at(-1)).toMatchObject({ key: costs.today, spentUsd: 3.5 });
    expect(costs.capUsd).toBeUndefined();
  });

  it("answers for one project with its cap, and 404 for one that is not there", async () => {
    expect((await all({ project: "shop", by: "agent" })).body).toMatchObject({
      by: "agent",
      totals: { spentUsd: 1.5 },
      capUsd: 10,
      items: [{ key: "programmer", spentUsd: 1.5 }],
    });
    expect(await all({ project: "nowhere" })).toMatchObject({
      status: 404,
      body: { code: "PROJECT_UNKNOWN" },
    });
  });

  it("shows a viewer the projects that are theirs and no other", async () => {
    const { id } = await test.database.prisma.user.create({
      data: { handle: "vera", name: "Vera", role: "viewer" },
    });
    const viewer = {
      ...shop.owner,
      slug: "vera",
      userId: id,
      role: "viewer" as const,
      isMaintainer: false,
    };
    expect(spent((await all({}, viewer)).body)).toBe(0);
    await test.database.prisma.member.create({
      data: {
        projectId: site.project.id,
        number: 900,
        slug: "vera",
        name: "Vera",
        kind: "person",
        userId: id,
      },
    });
    expect(spent((await all({}, viewer)).body)).toBe(2);
    expect(await all({ project: "shop" }, viewer)).toMatchObject({ status: 404 });
  });

  it("is for people, signed in", async () => {
    expect((await all({}, null)).status).toBe(401);
    expect(await all({}, agentActor(shop.project, "programmer"))).toMatchObject({
      status: 403,
      body: { code: "NOT_FOR_AGENTS" },
    });
  });

  it.each([
    [{ from: "yesterday" }, "from: expected a calendar day such as 2026-11-01"],
    [{ to: "2026-02-30" }, "to: expected a calendar day such as 2026-11-01"],
    [{ to: "0000-01-01" }, "to: expected a calendar day such as 2026-11-01"],
    [{ days: "0" }, "days: expected a number of days from 1 to 400"],
    [{ days: "401" }, "days: expected a number of days from 1 to 400"],
    [{ from: "2026-05-02", to: "2026-05-01" }, "from: expected a day not after 2026-05-01"],
    [{ from: "2020-01-01", to: "2026-05-01" }, "from: expected at most 400 days up to 2026-05-01"],
    [{ by: "colour" }, "by: "],
    [{ form: "2026-05-01" }, "query: expected only from, to, days, by, agent, person, project"],
  ])("refuses %j, naming field, expected and found", async (query, message) => {
    const reply = await all(query);
    expect(reply.status).toBe(400);
    const { error } = reply.body as { error: string };
    expect(error).toContain(message);
    expect(error).toContain("found");
  });
});

describe("GET P/costs", () => {
  it("answers people and the project's own agents", async () => {
    const call = (slug: string, actor: RouteActor) =>
      callRoute(readOne, { actor, params: { slug }, query: { by: "model" } });
    const agent = agentActor(shop.project, "programmer");
    for (const actor of [shop.owner, agent]) {
      expect((await call("shop", actor)).body).toMatchObject({
        totals: { spentUsd: 1.5 },
        capUsd: 10,
        items: [{ key: null, spentUsd: 1.5 }],
      });
    }
    expect((await call("site", agent)).status).toBe(403);
    expect((await call("nowhere", shop.owner)).status).toBe(404);
  });
});
