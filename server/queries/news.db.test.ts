import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addComment } from "../commands/comments.ts";
import { createTicket } from "../commands/create-ticket.ts";
import { markTicketRead } from "../commands/mark-read.ts";
import { moveTicket } from "../commands/move-ticket.ts";
import { patchTicket } from "../commands/patch-ticket.ts";
import type { ActivityData, ActivityKind } from "../contracts/activity.ts";
import { systemActor } from "../contracts/actor.ts";
import type { Actor } from "../contracts/actor.ts";
import { activityActor, writeActivity } from "../store/activity.ts";
import { inTransaction } from "../store/transaction.ts";
import { agentActor, createProjectFixture } from "../testing/builders.ts";
import type { ProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { readBoard } from "./board.ts";
import { readDeltas } from "./deltas.ts";
import { newsReaderOf } from "./news.ts";

const now = new Date();
let test: TestDatabase;
let fixture: ProjectFixture;
let bob: Extract<Actor, { kind: "person" }>;
let agent: Actor;

beforeAll(async () => {
  test = await createTestDatabase();
  fixture = await createProjectFixture(test.database);
  const user = await test.database.prisma.user.create({
    data: { handle: "bob", name: "Bob", role: "member" },
  });
  bob = { ...fixture.owner, slug: "bob", userId: user.id, role: "member", isMaintainer: false };
});
beforeEach(async () => {
  fixture = await createProjectFixture(test.database, {
    agents: ["programmer"],
    tickets: [{ title: "one" }],
  });
  agent = agentActor(fixture.project, "programmer", { ticket: fixture.tickets[0] ?? null });
});
afterAll(() => test.close());

const isUnread = async (reader: Actor, number = 1): Promise<boolean | undefined> => {
  const board = await readBoard(
    test.database,
    fixture.project,
    {},
    new Date(),
    newsReaderOf(reader),
  );
  return board.columns.flatMap((column) => column.cards).find((card) => card.id === number)?.unread;
};
const input = (number = 1) => ({ projectId: fixture.project.id, number });
const open = (actor: Actor) => markTicketRead(test.database, actor, input(), new Date());
const happens = (kind: ActivityKind, actor: Actor = systemActor, data: ActivityData = {}) =>
  inTransaction(test.database, (tx) =>
    writeActivity(tx, {
      projectId: fixture.project.id,
      ticket: fixture.tickets[0] ?? null,
      actor: activityActor(actor),
      kind,
      data,
    }),
  );

it("shows a ticket as unread to everybody but who made it, until each has opened it", async () => {
  expect([await isUnread(fixture.owner), await isUnread(bob)]).toEqual([false, true]);
  await open(bob);
  expect([await isUnread(fixture.owner), await isUnread(bob)]).toEqual([false, false]);
});

it("becomes unread again by an agent's comment, and not by one's own edits after it was opened", async () => {
  await addComment(test.database, agent, { ...input(), content: "Done." }, now);
  expect([await isUnread(fixture.owner), await isUnread(bob)]).toEqual([true, true]);
  await open(fixture.owner);
  await patchTicket(test.database, fixture.owner, { ...input(), title: "two" }, now);
  await moveTicket(test.database, fixture.owner, { ...input(), status: "Todo" }, now);
  expect(await isUnread(fixture.owner)).toBe(false);
  await patchTicket(test.database, bob, { ...input(), title: "three" }, now);
  expect([await isUnread(fixture.owner), await isUnread(bob)]).toEqual([true, true]);
});

it("keeps an agent's comment unread behind one's own later change", async () => {
  await open(fixture.owner);
  await addComment(test.database, agent, { ...input(), content: "Done." }, now);
  await patchTicket(test.database, fixture.owner, { ...input(), title: "two" }, now);
  await moveTicket(test.database, fixture.owner, { ...input(), status: "Todo" }, now);
  expect(await isUnread(fixture.owner)).toBe(true);
});

it.each([
  ["run_asks", {}, true],
  ["run_ended", { outcome: "completed" }, true],
  ["run_ended", { outcome: "failed" }, true],
  ["ticket_moved", {}, true],
  ["run_admitted", {}, false],
  ["run_running", {}, false],
  ["firing_settled", {}, false],
  // A person asked for the stop and was told: that request is the news to others.
  ["run_ended", { outcome: "stopped" }, false],
] as const)("takes %s %j as news: %s", async (kind, data, expected) => {
  await open(fixture.owner);
  await happens(kind, systemActor, data);
  expect(await isUnread(fixture.owner)).toBe(expected);
});

it("tells a stop to others and not to who asked for it", async () => {
  await open(bob);
  await happens("run_stop_requested", fixture.owner);
  await happens("run_ended", systemActor, { outcome: "stopped" });
  expect([await isUnread(fixture.owner), await isUnread(bob)]).toEqual([false, true]);
});

it("has nothing old for a person who came later", async () => {
  await addComment(test.database, agent, { ...input(), content: "Done." }, now);
  const { rows } = await test.database.pool.query<{ at: Date }>(
    `SELECT clock_timestamp() + interval '1 millisecond' AS at`,
  );
  const user = await test.database.prisma.user.create({
    data: {
      handle: `late-${fixture.project.id}`,
      name: "Late",
      role: "member",
      createdAt: rows[0]?.at ?? now,
    },
  });
  const late = { ...bob, slug: user.handle, userId: user.id };
  expect(await isUnread(late)).toBe(false);
  await happens("run_asks");
  expect(await isUnread(late)).toBe(true);
});

it("never moves a mark back, and has none for agents", async () => {
  const { revision } = await open(fixture.owner);
  await test.database.prisma.ticketRead.updateMany({
    where: { userId: fixture.owner.userId, ticket: { projectId: fixture.project.id } },
    data: { revision: revision + 5 },
  });
  await open(fixture.owner);
  const mark = await test.database.prisma.ticketRead.findFirstOrThrow({
    where: { userId: fixture.owner.userId, ticket: { projectId: fixture.project.id } },
  });
  expect(Number(mark.revision)).toBe(revision + 5);
  await expect(open(agent)).rejects.toMatchObject({ code: "NOT_FOR_AGENTS" });
  expect(await isUnread(agent)).toBe(false);
});

it("tells every reader of a delta who made the news", async () => {
  const { id } = await createTicket(
    test.database,
    fixture.owner,
    { projectId: fixture.project.id, title: "x", status: "Todo" },
    now,
  );
  const { number } = await test.database.prisma.ticket.findUniqueOrThrow({ where: { id } });
  const start = (await open(fixture.owner)).revision;
  await addComment(test.database, agent, { ...input(number), content: "Done." }, now);
  await patchTicket(test.database, bob, { ...input(number), title: "y" }, now);
  await patchTicket(test.database, bob, { ...input(number), title: "z" }, now);
  const { items } = await readDeltas(test.database, fixture.project.id, start, 100, now);
  const cards = items.flatMap((delta) => delta.changes).filter((change) => change.type === "card");
  expect(cards.map((change) => [change.card.unread, change.card.news])).toEqual([
    [
      false,
      [
        { revision: start + 3, by: "bob" },
        { revision: start + 1, by: null },
      ],
    ],
  ]);
});
