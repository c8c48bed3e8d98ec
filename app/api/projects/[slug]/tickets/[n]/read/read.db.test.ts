import { afterAll, beforeAll, expect, it } from "vitest";
import { addComment } from "#server/commands/comments.ts";
import type { Board } from "#server/contracts/ticket.ts";
import { setDatabase } from "#server/store/client.ts";
import { agentActor, createProjectFixture } from "#server/testing/builders.ts";
import type { ProjectFixture } from "#server/testing/builders.ts";
import { callRoute } from "#server/testing/call-route.ts";
import type { RouteCall } from "#server/testing/call-route.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { GET as readBoard } from "../../../board/route.ts";
import { PUT as markRead } from "./route.ts";

let test: TestDatabase;
let fixture: ProjectFixture;

beforeAll(async () => {
  test = await createTestDatabase();
  setDatabase(test.database);
  fixture = await createProjectFixture(test.database, {
    name: "Shop",
    agents: ["programmer"],
    tickets: [{ title: "one" }],
  });
});
afterAll(() => test.close());

const put = (actor: RouteCall["actor"], n = "1") =>
  callRoute(markRead, { actor, method: "PUT", params: { slug: "shop", n } });

async function isUnread(actor: RouteCall["actor"]): Promise<boolean | undefined> {
  const { body } = await callRoute(readBoard, { actor, params: { slug: "shop" } });
  return (body as Board).columns.flatMap((column) => column.cards)[0]?.unread;
}

it("takes the mark of the asking person alone, and writes nothing that others see", async () => {
  const { owner, project } = fixture;
  const user = await test.database.prisma.user.create({
    data: { handle: "vera", name: "Vera", role: "viewer" },
  });
  await test.database.prisma.member.create({
    data: {
      projectId: project.id,
      number: 900,
      slug: "vera",
      name: "Vera",
      kind: "person",
      userId: user.id,
    },
  });
  const viewer = {
    ...owner,
    slug: "vera",
    userId: user.id,
    role: "viewer" as const,
    isMaintainer: false,
  };
  const agent = agentActor(project, "programmer", { ticket: fixture.tickets[0] ?? null });
  const input = { projectId: project.id, number: 1, content: "Done." };
  await addComment(test.database, agent, input, new Date());
  expect([await isUnread(owner), await isUnread(viewer), await isUnread(agent)]).toEqual([
    true,
    true,
    false,
  ]);

  const activities = await test.database.prisma.activity.count();
  expect(await put(viewer)).toMatchObject({ status: 200, body: { revision: activities } });
  expect([await isUnread(owner), await isUnread(viewer)]).toEqual([true, false]);
  expect(await test.database.prisma.activity.count()).toBe(activities);
});

it("is for people who may read the project, and for tickets that are there", async () => {
  expect((await put(null)).status).toBe(401);
  expect((await put(agentActor(fixture.project, "programmer"))).status).toBe(403);
  expect(await put(fixture.owner, "77")).toMatchObject({
    status: 404,
    body: { code: "TICKET_UNKNOWN" },
  });
});
