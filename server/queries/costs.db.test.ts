import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { costsSchema } from "../contracts/costs.ts";
import type { CostGrouping, CostItem } from "../contracts/costs.ts";
import { newRunId } from "../lib/ids.ts";
import { createProjectFixture } from "../testing/builders.ts";
import type { ProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { readCosts } from "./costs.ts";
import type { CostQuestion } from "./costs.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

interface RunFacts {
  agent?: string;
  person?: string;
  /** A retry of this run. */
  retryOf?: string;
  ticketId?: number;
}

async function addRun(projectId: number, facts: RunFacts = {}): Promise<string> {
  const { id } = await test.database.prisma.run.create({
    data: {
      id: newRunId(),
      projectId,
      ticketId: facts.ticketId ?? null,
      agent: facts.agent ?? "programmer",
      cause: facts.retryOf ? "retry" : "trigger",
      causeText: facts.person
        ? { actor: facts.person, actorKind: "person" }
        : { actor: "dispatch", actorKind: "automation" },
      previousRunId: facts.retryOf ?? null,
      state: "ended",
      prompt: "",
      permissionLevel: "edit",
      maxTurns: 1,
      timeoutSeconds: 1,
      cwd: "/",
      contract: {},
      contractHash: "",
      admittedRevision: 0,
    },
  });
  return id;
}

let bookings = 0;

/** Books as the product does: on the project's calendar day of that moment. */
async function book(
  project: { id: number; timeZone: string },
  usd: string,
  at: string,
  entry: {
    runId?: string;
    ticketId?: number;
    agent?: string;
    model?: string;
    isEstimated?: boolean;
    isUnpriced?: boolean;
  } = {},
): Promise<void> {
  bookings += 1;
  await test.database.prisma.$executeRaw`
    INSERT INTO "LedgerEntry" ("projectId", "runId", "ticketId", "agent", "model", "day", "kind", "amountUsd", "isEstimated", "isUnpriced", "sourceKey")
    VALUES (${project.id}, ${entry.runId ?? null}, ${entry.ticketId ?? null}, ${entry.agent ?? "programmer"}, ${entry.model ?? null},
            (${at}::timestamptz AT TIME ZONE ${project.timeZone})::date, 'result', ${usd}::numeric,
            ${entry.isEstimated ?? false}, ${entry.isUnpriced ?? false}, ${`booking ${bookings}`})`;
}

const ask = async (
  projects: { id: number }[],
  question: Partial<CostQuestion>,
  now: string,
): ReturnType<typeof readCosts> =>
  costsSchema.parse(
    await readCosts(
      test.database,
      {
        by: "day",
        isOneProject: projects.length === 1,
        ...question,
        projectIds: projects.map((project) => project.id),
      },
      new Date(now),
    ),
  );

const spentByKey = (items: CostItem[]) =>
  Object.fromEntries(items.map((item) => [item.key ?? "nobody", item.spentUsd]));

describe("days", () => {
  it("puts an amount on its project's day, the 25 hours of 1 November in New York among them", async () => {
    const { project } = await createProjectFixture(test.database, { timeZone: "America/New_York" });
    await book(project, "1", "2026-11-01T03:59:00Z"); // 31 October, 23:59
    await book(project, "2", "2026-11-01T04:00:00Z"); // 1 November, 00:00 summer time
    await book(project, "4", "2026-11-02T04:59:00Z"); // 1 November, 23:59 winter time
    await book(project, "8", "2026-11-02T05:00:00Z"); // 2 November

    const answer = await ask([project], { days: 3 }, "2026-11-02T04:59:59Z");
    expect(answer).toMatchObject({ from: "2026-10-30", to: "2026-11-01", today: "2026-11-01" });
    expect(spentByKey(answer.items)).toEqual({
      "2026-10-30": 0,
      "2026-10-31": 1,
      "2026-11-01": 6,
    });
    expect((await ask([project], { days: 1 }, "2026-11-02T05:00:00Z")).items).toMatchObject([
      { key: "2026-11-02", spentUsd: 8 },
    ]);
  });

  it("counts the 23 hours of 29 March in Paris as one day", async () => {
    const { project } = await createProjectFixture(test.database, { timeZone: "Europe/Paris" });
    await book(project, "1", "2026-03-28T23:00:00Z");
    await book(project, "2", "2026-03-29T21:59:00Z");
    await book(project, "4", "2026-03-29T22:00:00Z");
    const answer = await ask([project], { from: "2026-03-29" }, "2026-03-30T12:00:00Z");
    expect(spentByKey(answer.items)).toEqual({ "2026-03-29": 3, "2026-03-30": 4 });
  });

  it("are each project's own, and today is the latest of them", async () => {
    const east = (await createProjectFixture(test.database, { timeZone: "Pacific/Auckland" }))
      .project;
    const west = (await createProjectFixture(test.database, { timeZone: "America/Los_Angeles" }))
      .project;
    const now = "2026-06-10T13:00:00Z"; // the 11th in Auckland, the 10th in Los Angeles
    await book(east, "1", now);
    await book(west, "2", now);
    const answer = await ask([east, west], { days: 2 }, now);
    expect(answer.today).toBe("2026-06-11");
    expect(spentByKey(answer.items)).toEqual({ "2026-06-10": 2, "2026-06-11": 1 });
    expect(answer).not.toHaveProperty("capUsd");
  });

  it("follow the zone that the automations name, like the fuse", async () => {
    const { project } = await createProjectFixture(test.database);
    await test.database.prisma.automationFile.create({
      data: {
        projectId: project.id,
        path: ".agents/automations.json",
        liveText: JSON.stringify({ timeZone: "Pacific/Kiritimati", dailyBudgetUsd: null }),
        liveHash: "kiritimati",
      },
    });
    expect(await ask([project], { days: 1 }, "2026-06-10T13:00:00Z")).toMatchObject({
      from: "2026-06-11",
      today: "2026-06-11",
      capUsd: null,
    });
  });
});

describe("sums", () => {
  it("are exact, tell what is estimated, and count runs that had no price", async () => {
    const { project } = await createProjectFixture(test.database);
    const [first, second] = [await addRun(project.id), await addRun(project.id)];
    const at = "2026-06-10T10:00:00Z";
    for (let index = 0; index < 10; index += 1) await book(project, "0.1", at, { runId: first });
    await book(project, "0.00000001", at, { runId: first });
    await book(project, "0.25", at, { runId: second, isEstimated: true });
    await book(project, "0", at, { runId: second, isUnpriced: true });
    await book(project, "9", "2026-05-01T10:00:00Z", { runId: second });

    const answer = await ask([project], { days: 2 }, "2026-06-10T12:00:00Z");
    const sums = { spentUsd: 1.25000001, estimatedUsd: 0.25, runs: 2, unpricedRuns: 1 };
    expect(answer.totals).toEqual({ ...sums, reservedUsd: 0 });
    expect(answer.items.at(-1)).toEqual({
      key: "2026-06-10",
      label: null,
      project: null,
      ticket: null,
      ...sums,
    });
    expect(answer.capUsd).toBe(10);
  });

  it("are zero on every day of a project without work", async () => {
    const { project } = await createProjectFixture(test.database);
    const answer = await ask([project], {}, "2026-06-10T12:00:00Z");
    expect(answer.items).toHaveLength(30);
    expect(answer.items.every((item) => item.spentUsd === 0 && item.runs === 0)).toBe(true);
    expect(answer.totals).toEqual({
      spentUsd: 0,
      estimatedUsd: 0,
      reservedUsd: 0,
      runs: 0,
      unpricedRuns: 0,
    });
    for (const by of ["agent", "ticket", "model", "person"] as const) {
      expect((await ask([project], { by }, "2026-06-10T12:00:00Z")).items).toEqual([]);
    }
    expect((await ask([], {}, "2026-06-10T23:00:00Z")).today).toBe("2026-06-10");
  });

  it("leave the cheapest groups out of a long list and say how many", async () => {
    const { project } = await createProjectFixture(test.database);
    await test.database.prisma.ledgerEntry.createMany({
      data: Array.from({ length: 203 }, (_, index) => ({
        projectId: project.id,
        agent: `agent-${index}`,
        day: new Date("2026-06-10"),
        kind: "result",
        amountUsd: index + 1,
        sourceKey: `${project.id} many ${index}`,
      })),
    });
    const answer = await ask([project], { by: "agent" }, "2026-06-10T12:00:00Z");
    expect(answer.items).toHaveLength(200);
    expect(answer.items[0]).toMatchObject({ key: "agent-202", spentUsd: 203 });
    expect(answer.leftOut).toBe(3);
    expect(answer.totals.spentUsd).toBe((203 * 204) / 2);
  });
});

describe("groups and filters", () => {
  const at = "2026-06-10T10:00:00Z";
  const now = "2026-06-10T12:00:00Z";
  let shop: ProjectFixture;
  let site: ProjectFixture;

  beforeAll(async () => {
    await test.database.prisma.user.create({
      data: { handle: "ada", name: "Ada Lovelace", role: "member" },
    });
    shop = await createProjectFixture(test.database, {
      name: "Shop",
      tickets: [{ title: "Cart" }, { title: "Tax" }],
    });
    site = await createProjectFixture(test.database, {
      name: "Site",
      tickets: [{ title: "Menu" }],
    });
    const cart = { ticketId: shop.tickets[0]?.id ?? 0 };
    const menu = { ticketId: site.tickets[0]?.id ?? 0 };
    const mine = await addRun(shop.project.id, { ...cart, person: "ada" });
    const retry = await addRun(shop.project.id, { ...cart, retryOf: mine });
    const again = await addRun(shop.project.id, { ...cart, retryOf: retry });
    const engine = await addRun(shop.project.id, { agent: "janitor" });
    const other = await addRun(site.project.id, { ...menu, person: "owner" });
    await book(shop.project, "1", at, { runId: mine, ...cart, model: "opus" });
    await book(shop.project, "2", at, { runId: retry, ...cart, model: "sonnet" });
    await book(shop.project, "4", at, { runId: again, ...cart, model: "sonnet" });
    await book(shop.project, "8", at, { runId: engine, agent: "janitor" });
    await book(site.project, "16", at, { runId: other, ...menu, model: "opus" });
    for (const [runId, usd] of [
      [again, 3],
      [other, 5],
    ] as const) {
      const { projectId } = await test.database.prisma.run.findUniqueOrThrow({
        where: { id: runId },
      });
      await test.database.prisma.reservation.create({
        data: { runId, projectId, amountUsd: usd, usedUsd: 1 },
      });
    }
  });

  const groupsOf = async (by: CostGrouping, question: Partial<CostQuestion> = {}) =>
    spentByKey((await ask([shop.project, site.project], { by, ...question }, now)).items);

  it("adds up by agent and by model over projects, the dearest first", async () => {
    expect(await groupsOf("agent")).toEqual({ programmer: 23, janitor: 8 });
    expect(Object.entries(await groupsOf("model"))).toEqual([
      ["opus", 17],
      ["nobody", 8],
      ["sonnet", 6],
    ]);
  });

  it("adds up by ticket, with title and project, apart from what had no ticket", async () => {
    const { items } = await ask([shop.project, site.project], { by: "ticket" }, now);
    expect(items).toMatchObject([
      { key: "site#1", label: "Menu", project: "site", ticket: 1, spentUsd: 16, runs: 1 },
      { key: null, label: null, project: null, ticket: null, spentUsd: 8 },
      { key: "shop#1", label: "Cart", project: "shop", ticket: 1, spentUsd: 7, runs: 3 },
    ]);
  });

  it("adds up by the person who caused the run; a retry belongs to who caused the first try", async () => {
    const { items } = await ask([shop.project, site.project], { by: "person" }, now);
    expect(items).toMatchObject([
      { key: "owner", label: "Owner", spentUsd: 16, runs: 1 },
      { key: null, label: null, spentUsd: 8, runs: 1 },
      { key: "ada", label: "Ada Lovelace", spentUsd: 7, runs: 3 },
    ]);
  });

  it("keeps to an agent, a person or a project, in sums and reservations alike", async () => {
    expect(await groupsOf("day", { person: "ada", days: 1 })).toEqual({ "2026-06-10": 7 });
    expect(await groupsOf("model", { person: "ada" })).toEqual({ sonnet: 6, opus: 1 });
    expect(await groupsOf("person", { agent: "janitor" })).toEqual({ nobody: 8 });
    expect(await groupsOf("agent", { person: "stranger" })).toEqual({});
    const both = [shop.project, site.project];
    const totals = async (question: Partial<CostQuestion>, projects = both) =>
      (await ask(projects, question, now)).totals;
    expect(await totals({})).toMatchObject({ spentUsd: 31, reservedUsd: 6, runs: 5 });
    expect(await totals({ person: "ada" })).toMatchObject({ spentUsd: 7, reservedUsd: 2, runs: 3 });
    expect(await totals({ agent: "janitor" })).toMatchObject({ spentUsd: 8, reservedUsd: 0 });
    expect(await totals({}, [site.project])).toMatchObject({ spentUsd: 16, reservedUsd: 4 });
  });
});
