import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../contracts/actor.ts";
import { addComment } from "../commands/comments.ts";
import { moveTicket } from "../commands/move-ticket.ts";
import { createProjectFixture } from "../testing/builders.ts";
import type { ProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { readInbox } from "./inbox.ts";
import { OWNERS_TOO_AFTER_MS } from "./inbox-addressees.ts";

type Person = Extract<Actor, { kind: "person" }>;

let test: TestDatabase;
let fixture: ProjectFixture;
let sam: Person;
let kim: Person;
let guest: Person;
const now = new Date("2026-06-30T10:00:00Z");
const inMs = (ms: number) => new Date(now.getTime() + ms);

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database.prisma.inboxItem.deleteMany({});
  fixture = await createProjectFixture(test.database, {
    now,
    agents: ["programmer"],
    tickets: [{ title: "stuck", assignedTo: "programmer" }],
  });
  [sam, kim, guest] = [
    await join("sam", "member", 90),
    await join("kim", "member", 91),
    await join("guest", "viewer", 92),
  ];
});

async function join(handle: string, role: Person["role"], number: number): Promise<Person> {
  const name = handle.toUpperCase();
  const user = await test.database.prisma.user.upsert({
    where: { handle },
    create: { handle, name, role },
    update: { role, disabledAt: null },
  });
  const { id: projectId } = fixture.project;
  await test.database.prisma.member.upsert({
    where: { projectId_slug: { projectId, slug: handle } },
    create: { projectId, number, slug: handle, name, kind: "person", userId: user.id },
    update: {},
  });
  return { ...fixture.owner, slug: handle, name, role, userId: user.id, isMaintainer: false };
}

const stuck = (change: { ticketId?: number | null } = {}) =>
  test.database.prisma.inboxItem.create({
    data: {
      projectId: fixture.project.id,
      ticketId: fixture.tickets[0]?.id ?? null,
      kind: "stuck",
      createdAt: now,
      ...change,
    },
  });
const assign = (assignee: string | null) =>
  test.database.prisma.ticket.updateMany({
    where: { projectId: fixture.project.id },
    data: { assignee },
  });
const move = (actor: Actor, status: string) =>
  moveTicket(test.database, actor, { projectId: fixture.project.id, number: 1, status }, now);

/** Whom the one row is for, and in whose list it stands. */
async function rowOf(at = now) {
  const people = [fixture.owner, sam, kim, guest];
  const rows = await Promise.all(people.map((person) => readInbox(test.database, person, at)));
  expect(rows.map((list) => list.length)).toEqual([1, 1, 1, 1]);
  return {
    for: rows[0]?.[0]?.addressee?.slug ?? null,
    mine: people.flatMap(({ slug }, index) => (rows[index]?.[0]?.isMine ? [slug] : [])),
  };
}

describe("a row under Needs you", () => {
  it("is for the person the ticket is assigned to, before who moved it", async () => {
    await move(kim, "Todo");
    await assign("sam");
    await stuck();
    expect(await rowOf()).toEqual({ for: "sam", mine: ["sam"] });
  });

  it("is for who moved it last, where an agent or nobody is assigned", async () => {
    await stuck();
    expect(await rowOf()).toEqual({ for: "owner", mine: ["owner"] });
    await move(sam, "Todo");
    await move(kim, "Review");
    expect(await rowOf()).toEqual({ for: "kim", mine: ["kim"] });
    await assign(null);
    expect(await rowOf()).toEqual({ for: "kim", mine: ["kim"] });
  });

  it("is the owners' where nobody who may act is left, and where it is about no ticket", async () => {
    await move(sam, "Todo");
    await assign("guest");
    await stuck();
    expect(await rowOf()).toEqual({ for: "sam", mine: ["sam"] });
    await test.database.prisma.user.update({
      where: { handle: "sam" },
      data: { disabledAt: now },
    });
    expect(await rowOf()).toEqual({ for: null, mine: ["owner"] });
    await test.database.prisma.inboxItem.deleteMany({});
    await stuck({ ticketId: null });
    expect(await rowOf()).toEqual({ for: null, mine: ["owner"] });
  });

  it("is the owners' too after 15 minutes, and stays its addressee's", async () => {
    await assign("sam");
    await stuck();
    expect((await rowOf(inMs(OWNERS_TOO_AFTER_MS - 1))).mine).toEqual(["sam"]);
    expect(await rowOf(inMs(OWNERS_TOO_AFTER_MS))).toEqual({ for: "sam", mine: ["owner", "sam"] });
  });

  it("that calls somebody by name is theirs alone, a viewer's too", async () => {
    const { id: projectId } = fixture.project;
    await addComment(
      test.database,
      fixture.owner,
      { projectId, number: 1, content: "@guest look" },
      now,
    );
    const late = inMs(OWNERS_TOO_AFTER_MS);
    expect(await readInbox(test.database, guest, now)).toMatchObject([
      { kind: "mention", addressee: { slug: "guest", name: "GUEST" }, isMine: true },
    ]);
    for (const other of [fixture.owner, sam])
      expect(await readInbox(test.database, other, late)).toEqual([]);
  });
});
