import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { readInbox } from "./inbox.ts";
import { readLimitNotice } from "./limit-notice.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
afterEach(async () => {
  await test.database.prisma.project.deleteMany();
  await test.database.prisma.providerLimit.deleteMany();
});

const now = new Date();
const inMs = (ms: number) => new Date(now.getTime() + ms);

async function limitUntil(until: Date): Promise<void> {
  await test.database.prisma.providerLimit.create({
    data: { login: "default", until, reason: "five_hour" },
  });
}

async function held(ticket: { id: number; projectId: number } | undefined, isPassing = false) {
  if (ticket === undefined) throw new Error("expected a ticket, found none");
  await test.database.prisma.gateResult.create({
    data: {
      projectId: ticket.projectId,
      automationId: "dispatch",
      ticketId: ticket.id,
      code: "PROVIDER_LIMIT",
      isPassing,
      firstSeenAt: inMs(1_000),
      lastSeenAt: inMs(1_000),
    },
  });
}

it("is one row for all tickets that wait, and none once the limit has opened", async () => {
  const fixture = await createProjectFixture(test.database, { tickets: [{}, {}, {}] });
  await limitUntil(inMs(60_000));
  const [first, second, third] = fixture.tickets;
  await held(first);
  await held(second);
  await held(third);
  await held(third, true);
  const rows = await readInbox(test.database, fixture.owner, now);
  expect(rows).toMatchObject([
    {
      kind: "provider_limit",
      project: fixture.project.slug,
      sentence: { key: "notice.provider_limit", values: { count: 2 } },
    },
  ]);
  expect(await readInbox(test.database, fixture.owner, inMs(60_000))).toEqual([]);
});

it("counts tickets that sleep until it opens, and not those that moved on", async () => {
  const fixture = await createProjectFixture(test.database, { tickets: [{}, {}] });
  await limitUntil(inMs(60_000));
  const [first, second] = fixture.tickets;
  await held(first);
  await test.database.prisma.ticket.update({
    where: { id: first?.id ?? 0 },
    data: { enteredColumnAt: inMs(5_000) },
  });
  await test.database.prisma.run.create({
    data: {
      id: "a".repeat(32),
      projectId: fixture.project.id,
      ticketId: second?.id ?? 0,
      agent: "programmer",
      cause: "trigger",
      causeText: {},
      state: "ended",
      outcome: "rate_limited",
      resetsAt: inMs(60_000),
      exclusions: [],
      prompt: "",
      permissionLevel: "edit",
      allowedTools: [],
      disallowedTools: [],
      maxTurns: 1,
      timeoutSeconds: 60,
      cwd: "",
      contract: {},
      contractHash: "",
      forcedGates: [],
      admittedRevision: 0,
    },
  });
  expect(await readLimitNotice(test.database, now)).toMatchObject({
    waiting: 1,
    project: fixture.project.slug,
  });
});

it("is not there without a limit, and asks nobody when nothing waits", async () => {
  const fixture = await createProjectFixture(test.database, {});
  expect(await readLimitNotice(test.database, now)).toBeNull();
  await limitUntil(inMs(60_000));
  expect(await readLimitNotice(test.database, now)).toMatchObject({ waiting: 0, project: null });
  expect(await readInbox(test.database, fixture.owner, now)).toEqual([]);
});
