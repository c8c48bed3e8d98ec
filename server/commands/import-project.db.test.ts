import { mkdir, readFile, readdir, realpath, rename, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isFailure } from "#server/contracts/failure.ts";
import { importRequestSchema } from "#server/contracts/import.ts";
import type { ImportReport, ImportRequest } from "#server/contracts/import.ts";
import { findProject } from "#server/queries/find-project.ts";
import { readTicket } from "#server/queries/ticket.ts";
import { createOwner, createProjectFixture } from "#server/testing/builders.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { startKittyClaw } from "#server/testing/kittyclaw-server.ts";
import type { KittyClawServer, OldTicket } from "#server/testing/kittyclaw-server.ts";
import { makeScratchFolder } from "#server/testing/scratch-folder.ts";
import { createProject } from "./create-project.ts";
import { createTicket } from "./create-ticket.ts";
import { oldBoard } from "./fixtures/old-board.ts";
import { importProject } from "./import-project.ts";

let test: TestDatabase;
let scratch: Awaited<ReturnType<typeof makeScratchFolder>>;
let workspace: string;
let dataDir: string;
let server: KittyClawServer;
let slug: string;
const now = new Date("2026-05-01T10:00:00Z");
const lastCommit = "0123456789abcdef0123456789abcdef01234567";

const automations = `// kept
{ "automations": [
  { "id": "work", "trigger": { "type": "ticketInColumn", "columns": ["Todo"], "assigneeSlug": "programmer", "uiTypeKey": "ticketInColumn" },
    "actions": [ { "type": "runAgent", "agent": "programmer" } ] },
  { "id": "test", "trigger": { "type": "ticketInColumn", "columns": ["Testing"] },
    "actions": [ { "type": "runClaudeSkill", "skillFile": ".agents/qa-tester/SKILL.md" } ] },
  { "id": "commits", "trigger": { "type": "gitCommit" }, "actions": [ { "type": "runAgent", "agent": "programmer" } ] },
  { "id": "nightly", "trigger": { "type": "interval", "seconds": 60 }, "actions": [ { "type": "runAgent", "agent": "programmer" } ] },
  { "id": "fork", "trigger": { "type": "moonPhase", "phase": "full" }, "actions": [] },
] }`;

const costLine = (line: object) =>
  JSON.stringify({
    At: "2026-04-30T23:30:00.5000000Z",
    Agent: "programmer",
    TicketId: 3,
    Model: "claude-haiku-4-5",
    InputTokens: 1,
    OutputTokens: 2,
    CacheReadTokens: 3,
    CacheWriteTokens: 4,
    UsdCost: 0.25,
    DurationSeconds: 1.5,
    ExitCode: 0,
    ...line,
  });

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  scratch = await makeScratchFolder("import");
  dataDir = path.join(await realpath(scratch.path), "data");
  await mkdir(dataDir);
  process.env["SIGNALBOX_DATA_DIR"] = dataDir;
  workspace = path.join(await realpath(scratch.path), "workspace");
  await mkdir(workspace);
  for (const agent of ["programmer", "qa-tester"]) {
    await mkdir(path.join(workspace, ".agents", agent), { recursive: true });
    await writeFile(path.join(workspace, ".agents", agent, "SKILL.md"), `# ${agent}\n`);
  }
  await mkdir(path.join(workspace, ".agents/channel"));
  await put(".agents/automations.json", automations);
  await putState({});
  server = await startKittyClaw([oldBoard(40, workspace)]);
  slug = (await open()).slug;
});
afterEach(async () => {
  await server.close();
  await test.database.prisma.project.deleteMany();
  await scratch.remove();
});

const put = (file: string, text: string) => writeFile(path.join(workspace, file), text);
const place = ".agents/channel/dispatch-state.json";
async function putState(more: object, changedAt = new Date(now.getTime() - 3_600_000)) {
  await put(
    place,
    JSON.stringify({
      _sessions: {
        "programmer:3": "0b9d6c1e-5a07-4f3c-9a51-7e2f8c44d210",
        "programmer:9999": "1b9d6c1e-5a07-4f3c-9a51-7e2f8c44d210",
        "qa-tester:4": "no uuid",
        "producer:sweep": "2b9d6c1e-5a07-4f3c-9a51-7e2f8c44d210",
        "chat:programmer:3": "3b9d6c1e-5a07-4f3c-9a51-7e2f8c44d210",
      },
      _lastProcessedCommit: lastCommit,
      _learnedTickets: [1],
      programmer: { lastDispatched: "2026-06-02T07:41:09.1180000Z" },
      ...more,
    }),
  );
  await utimes(path.join(workspace, place), changedAt, changedAt);
}

async function open(input: { paused?: boolean } = {}) {
  const owner = await createOwner(test.database);
  const given = { name: "Shop", workspacePath: workspace, timeZone: "UTC", ...input };
  return createProject(test.database, owner, given, now);
}

async function send(
  request: Partial<Omit<ImportRequest, "what">> & { what?: Partial<ImportRequest["what"]> },
): Promise<ImportReport> {
  const owner = await createOwner(test.database);
  const project = await findProject(test.database, slug);
  const body = importRequestSchema.parse({ source: { url: server.url }, ...request });
  return importProject(test.database, owner, project, body, now);
}

async function refusalOf(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isFailure(error)) throw error instanceof Error ? error : new Error("expected a refusal");
  const { status, code, details } = error;
  return { status, code, details };
}

/** What our API says of a ticket, as far as the other board has it too. */
async function ticketHere(number: number) {
  const owner = await createOwner(test.database);
  const project = await findProject(test.database, slug);
  const ticket = await readTicket(test.database, project, number, owner, now);
  const { id, title, description, status, priority, assignedTo, createdBy, parentId } = ticket;
  return {
    ...{ id, title, description, status, priority, assignedTo, createdBy, parentId },
    createdAt: ticket.createdAt,
    updatedAt: ticket.updatedAt,
    labels: ticket.labels.map((label) => `${label.id} ${label.name} ${label.color}`).toSorted(),
    comments: ticket.comments.map((one) => [one.id, one.author, one.content, one.createdAt]),
    history: ticket.activities
      .filter(({ kind }) => kind === "history_imported")
      .map((one) => [one.author, one.text, one.createdAt]),
    subTickets: ticket.subTickets.map((one) => one.id).toSorted((a, b) => a - b),
  };
}

const iso = (time: string) => new Date(`${time}Z`).toISOString();
function ticketThere(ticket: OldTicket) {
  const [project] = server.projects;
  const { id, title, description, status, priority, assignedTo, createdBy, parentId } = ticket;
  return {
    ...{ id, title, description, status, priority, assignedTo, createdBy, parentId },
    createdAt: iso(ticket.createdAt),
    updatedAt: iso(ticket.updatedAt),
    labels: (project?.labels ?? [])
      .filter((label) => ticket.labelIds.includes(label.id))
      .map((label) => `${label.id} ${label.name} ${label.color}`)
      .toSorted(),
    comments: ticket.comments.map((one) => [one.id, one.author, one.content, iso(one.createdAt)]),
    history: ticket.activities.map((one) => [one.author, one.text, iso(one.createdAt)]),
    subTickets: (project?.tickets ?? [])
      .filter((one) => one.parentId === ticket.id)
      .map((one) => one.id)
      .toSorted((a, b) => a - b),
  };
}

const oldTickets = () => server.projects[0]?.tickets ?? [];
const channel = async () => ({
  files: await readdir(path.join(workspace, ".agents/channel")),
  state: await readFile(path.join(workspace, place), "utf8"),
});
const projectRow = () => findProject(test.database, slug);

describe("opening the folder of another board", () => {
  it("pauses it and keeps what its agents could do", async () => {
    expect(await projectRow()).toMatchObject({
      isPaused: true,
      isImported: true,
      agentsMayFinish: true,
    });
  });

  it("can be live at once where somebody says so", async () => {
    await test.database.prisma.project.deleteMany();
    expect(await open({ paused: false })).toMatchObject({ isPaused: false, isImported: true });
  });

  it("says of every automation whether it works, without asking anybody", async () => {
    const report = await send({});
    expect(report.automations.map(({ id, state }) => [id, state])).toEqual([
      ["work", "works"],
      ["test", "decide"],
      ["commits", "works"],
      ["nightly", "works"],
      ["fork", "not_supported"],
    ]);
    expect(report.automations[1]?.reasons).toEqual([
      {
        code: "missing_column",
        values: { columns: "Testing" },
        text: "the board has no column Testing",
      },
    ]);
    expect(report.automations[4]?.reason).toContain("moonPhase");
    expect(report.columns.missing).toEqual(["Testing"]);
    expect(report.pairsThatWriteAtOnce[0]?.agents).toEqual(["programmer", "qa-tester"]);
    expect(report.found.state?.sessions).toBe(2);
    expect(report.unusedState).toEqual(["programmer", "_learnedTickets"]);
    expect(report.cursors).toEqual([
      { automation: "commits", trigger: "gitCommit", from: "commit", commit: lastCommit },
      { automation: "nightly", trigger: "interval", from: "now", commit: null },
    ]);
    expect(report.awaitsGoLive).toBe(true);
    expect(server.requests).toEqual([]);
  });
});

describe("bringing the tickets", () => {
  it("brings 300 tickets without a lost field, and nothing of it fires", async () => {
    await server.close();
    server = await startKittyClaw([oldBoard(300, workspace)]);
    const report = await send({ what: { tickets: true } });
    expect(report.tickets).toEqual({ read: 300, imported: 300, skipped: 0 });
    expect(report.columns.created).toEqual(["Ideas"]);
    expect(report.members.created).toEqual(["producer"]);
    for (const ticket of oldTickets()) {
      expect(await ticketHere(ticket.id)).toEqual(ticketThere(ticket));
    }
    const { id: projectId } = await projectRow();
    const cards = await test.database.prisma.ticket.findMany({
      where: { projectId, column: { name: "Todo" } },
      orderBy: { orderKey: "asc" },
      select: { number: true },
    });
    expect(cards.map(({ number }) => number)).toEqual(
      oldTickets().flatMap(({ id, status }) => (status === "Todo" ? [id] : [])),
    );
    const columns = await test.database.prisma.boardColumn.findMany({
      where: { projectId },
      orderBy: { position: "asc" },
    });
    expect(columns.map(({ name }) => name)).toEqual([
      ...["Ideas", "Todo", "InProgress", "Review", "Done", "Backlog", "Blocked"],
    ]);
    expect(await test.database.prisma.firing.count()).toBe(0);
    const revisions = await test.database.prisma.activity.findMany({
      where: { projectId },
      orderBy: { revision: "asc" },
      select: { revision: true },
    });
    expect(revisions.map(({ revision }) => Number(revision))).toEqual(
      revisions.map((_, index) => index + 1),
    );
    const owner = await createOwner(test.database);
    const next = await createTicket(
      test.database,
      owner,
      { projectId, title: "new", status: "Todo" },
      now,
    );
    expect(next.number).toBe(Math.max(...oldTickets().map(({ id }) => id)) + 1);
  }, 120_000);

  it("brings only what is missing the second time", async () => {
    const added = oldTickets().splice(5, 3);
    expect((await send({ what: { tickets: true } })).tickets.imported).toBe(37);
    server.projects[0]?.tickets.push(...added);
    const report = await send({ what: { tickets: true } });
    expect(report.tickets).toEqual({ read: 40, imported: 3, skipped: 37 });
    for (const ticket of added) {
      expect(await ticketHere(ticket.id)).toMatchObject({ title: ticket.title });
    }
    expect((await send({ what: { tickets: true } })).tickets).toMatchObject({ imported: 0 });
    expect(await test.database.prisma.comment.count()).toBe(
      oldTickets().reduce((sum, { comments }) => sum + comments.length, 0),
    );
  });

  it("writes nothing for a preview", async () => {
    const report = await send({ what: { tickets: true, costs: true }, preview: true });
    expect(report.found.source).toEqual({ url: server.url, project: "shop", tickets: 40 });
    expect(report.tickets).toEqual({ read: 40, imported: 0, skipped: 0 });
    expect(await test.database.prisma.ticket.count()).toBe(0);
  });

  it("names tickets of our own that have the same numbers, and brings none", async () => {
    const owner = await createOwner(test.database);
    const { id: projectId } = await projectRow();
    await createTicket(test.database, owner, { projectId, title: "ours" }, now);
    expect(await refusalOf(send({ what: { tickets: true } }))).toEqual({
      status: 409,
      code: "NUMBERS_TAKEN",
      details: { tickets: [1] },
    });
    expect(await test.database.prisma.ticket.count()).toBe(1);
    expect(await test.database.prisma.label.count()).toBe(0);
  });

  it("makes a column for a status that has none, and leaves out a parent that is gone", async () => {
    const [first, second] = oldTickets();
    if (!first || !second) throw new Error("expected tickets");
    first.status = "Lost & found";
    first.parentId = 4_000;
    second.description = "before ![x](/uploads/0123456789abcdef0123456789abcdef.png) after";
    const report = await send({ what: { tickets: true } });
    expect(report.columns.created).toEqual(["Ideas", "Lost & found"]);
    expect(await ticketHere(first.id)).toMatchObject({ status: "Lost & found", parentId: null });
    expect(await ticketHere(second.id)).toMatchObject({ description: second.description });
    expect(report.leftBehind.slice(0, 2).map(({ code, values }) => [code, values])).toEqual([
      ["images", { count: "1" }],
      ["parent_dropped", { tickets: `#${first.id}` }],
    ]);
  });

  it("brings the pictures its texts show, each once, and finishes later what was missing", async () => {
    const [first, second] = oldTickets();
    if (!first || !second) throw new Error("expected tickets");
    const shown = `${"a".repeat(32)}.png`;
    const late = `${"b".repeat(32)}.jpg`;
    const drawing = `${"c".repeat(32)}.svg`;
    const page = `${"d".repeat(32)}.png`;
    first.description = `![x](/uploads/${shown}) ![again](/uploads/${shown}) ![d](/uploads/${drawing})`;
    second.comments = [
      {
        id: 901,
        content: `/uploads/${late} /uploads/${page}`,
        author: "owner",
        createdAt: "2026-02-01T00:00:00",
      },
    ];
    const png = Buffer.from([
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff, 0x80, 0xc3,
    ]);
    server.images.set(shown, png);
    server.images.set(page, Buffer.from("<script>alert(1)</script>"));
    server.images.set(drawing, Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));

    const report = await send({ what: { tickets: true } });
    expect(report.leftBehind[0]).toMatchObject({ code: "images", values: { count: "3" } });
    expect(await readFile(path.join(dataDir, "uploads", shown))).toEqual(png);
    expect(server.requests.filter((path) => path.includes(shown))).toEqual([
      `GET /uploads/${shown}`,
    ]);

    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00]);
    server.images.set(late, jpeg);
    const again = await send({ what: { tickets: true } });
    expect(again.leftBehind[0]).toMatchObject({ code: "images", values: { count: "2" } });
    expect(await readFile(path.join(dataDir, "uploads", late))).toEqual(jpeg);
    expect((await readdir(path.join(dataDir, "uploads"))).sort()).toEqual([shown, late]);
    expect(server.requests.filter((path) => path.includes(shown))).toHaveLength(1);
  });

  it("asks which project is meant where no folder tells", async () => {
    server.projects.push({ ...oldBoard(1), slug: "other" });
    for (const project of server.projects) project.workspacePath = null;
    expect(await refusalOf(send({ what: { tickets: true } }))).toMatchObject({
      status: 422,
      code: "SOURCE_PROJECT",
      details: { projects: ["shop", "other"] },
    });
    const source = { url: server.url, project: "other" };
    expect((await send({ source, what: { tickets: true } })).tickets.imported).toBe(1);
  });

  it("says why an address does not do", async () => {
    const { url } = server;
    await server.close();
    expect(await refusalOf(send({ source: { url }, what: { tickets: true } }))).toMatchObject({
      status: 422,
      code: "SOURCE_FAILED",
    });
    server = await startKittyClaw([]);
    const metadata = { url: "http://169.254.169.254" };
    expect(await refusalOf(send({ source: metadata, what: { tickets: true } }))).toMatchObject({
      code: "SOURCE_FAILED",
    });
  });
});

describe("sessions", () => {
  const sessions = () =>
    test.database.prisma.agentSession.findMany({ include: { project: false } });

  it("come only with the tickets they belong to", async () => {
    const without = await send({ what: { sessions: true } });
    expect(without.sessions.imported).toBe(0);
    expect(await sessions()).toEqual([]);
    const report = await send({ what: { tickets: true, sessions: true } });
    expect(report.sessions).toEqual({
      imported: 1,
      kept: ["producer:sweep", "chat:programmer:3"],
      skipped: [
        { key: "qa-tester:4", reason: "unreadable" },
        { key: "programmer:9999", reason: "no_ticket" },
      ],
    });
    const skill = await test.database.prisma.skill.findFirstOrThrow({
      where: { agent: "programmer" },
    });
    expect(await sessions()).toMatchObject([
      {
        agent: "programmer",
        sessionId: "0b9d6c1e-5a07-4f3c-9a51-7e2f8c44d210",
        cwd: workspace,
        isStarted: true,
        skillHash: skill.hash,
      },
    ]);
  });

  it("are not taken for a ticket of our own with the same number", async () => {
    const owner = await createOwner(test.database);
    const { id: projectId } = await projectRow();
    for (const title of ["one", "two", "three"]) {
      await createTicket(test.database, owner, { projectId, title }, now);
    }
    const report = await send({ what: { sessions: true } });
    expect(report.sessions).toMatchObject({ imported: 0 });
    expect(report.sessions.skipped).toContainEqual({ key: "programmer:3", reason: "no_ticket" });
  });
});

describe("costs", () => {
  const entries = () =>
    test.database.prisma.ledgerEntry.findMany({ orderBy: [{ at: "asc" }, { id: "asc" }] });

  it("become history of the project's days, each line once", async () => {
    await test.database.prisma.project.updateMany({ data: { timeZone: "Europe/Paris" } });
    const twin = costLine({ Agent: "qa-tester", TicketId: null, UsdCost: 0.1 });
    await put(
      ".agents/channel/cost-log-2026-03.jsonl",
      `${costLine({ At: "2026-03-01T12:00:00Z" })}\n`,
    );
    await put(
      ".agents/channel/cost-log.jsonl",
      [costLine({}), "{ cut off", twin, twin, costLine({ UsdCost: "1" }), ""].join("\r\n"),
    );
    await send({ what: { tickets: true } });
    const report = await send({ what: { costs: true } });
    expect(report.costs).toEqual({
      lines: 6,
      booked: 4,
      known: 0,
      amountUsd: 0.7,
      bad: [
        { file: "cost-log.jsonl", line: 2 },
        { file: "cost-log.jsonl", line: 5 },
      ],
    });
    const booked = await entries();
    expect(
      booked.map((row) => [row.day.toISOString().slice(0, 10), row.agent, Number(row.amountUsd)]),
    ).toEqual([
      ["2026-03-01", "programmer", 0.25],
      ["2026-05-01", "programmer", 0.25],
      ["2026-05-01", "qa-tester", 0.1],
      ["2026-05-01", "qa-tester", 0.1],
    ]);
    expect(booked[0]?.raw).toMatchObject({ TicketId: 3, DurationSeconds: 1.5 });
    expect(booked[0]?.ticketId).not.toBeNull();
    // The month's file gets its name between the two imports.
    await rename(
      path.join(workspace, ".agents/channel/cost-log.jsonl"),
      path.join(workspace, ".agents/channel/cost-log-2026-04.jsonl"),
    );
    expect((await send({ what: { costs: true } })).costs).toMatchObject({ booked: 0, known: 4 });
    expect(await entries()).toHaveLength(4);
  });
});

describe("going live", () => {
  const cursor = (id: string) =>
    test.database.prisma.automationState.findFirstOrThrow({ where: { automationId: id } });

  it("is refused while KittyClaw answers, unless confirmed; until then the folder is untouched", async () => {
    const before = await channel();
    await send({ what: { tickets: true, sessions: true, costs: true } });
    expect(await refusalOf(send({ goLive: true }))).toMatchObject({
      status: 422,
      code: "KITTYCLAW_RUNNING",
      details: { url: server.url },
    });
    expect(await channel()).toEqual(before);
    expect((await projectRow()).isPaused).toBe(true);
    const report = await send({ goLive: true, confirm: true });
    expect(report).toMatchObject({ awaitsGoLive: false, isPaused: false });
    expect(await refusalOf(send({ goLive: true }))).toMatchObject({ code: "NOT_WAITING" });
  });

  it("is refused while the other engine's state changes", async () => {
    const { url } = server;
    await server.close();
    await putState({}, new Date(now.getTime() - 9 * 60_000));
    expect(await refusalOf(send({ source: { url }, goLive: true }))).toMatchObject({
      status: 422,
      code: "STATE_CHANGED",
    });
    await putState({}, new Date(now.getTime() - 10 * 60_000));
    expect(await send({ source: { url }, goLive: true })).toMatchObject({ isPaused: false });
    server = await startKittyClaw([]);
  });

  it("history is not fired at first contact after an import", async () => {
    await send({ what: { tickets: true } });
    const { id: projectId } = await projectRow();
    await test.database.prisma.automationState.updateMany({
      where: { automationId: "nightly" },
      data: { nextRunAt: new Date(now.getTime() - 60_000), lastPolledAt: now },
    });
    await test.database.prisma.firing.create({
      data: { projectId, automationId: "nightly", cause: "trigger", dueAt: now },
    });
    await send({ goLive: true, confirm: true });
    const { revision } = await test.database.prisma.projectRevision.findFirstOrThrow();
    expect(await test.database.prisma.firing.count({ where: { state: "owed" } })).toBe(0);
    expect(await cursor("nightly")).toMatchObject({ nextRunAt: null, edge: null });
    expect(await cursor("commits")).toMatchObject({
      cursor: revision - 1n,
      edge: { commit: lastCommit, branch: null },
    });
  });

  it("says what would start first", async () => {
    await send({ what: { tickets: true } });
    const { starts } = await send({});
    const todo = oldTickets().filter(
      ({ status, assignedTo }) => status === "Todo" && assignedTo === "programmer",
    );
    expect(starts).toHaveLength(1);
    expect(todo.map(({ id }) => id)).toContain(starts[0]?.ticket);
    expect(starts[0]).toMatchObject({ agent: "programmer", automation: "work" });
  });

  it("does not concern a project that was not imported", async () => {
    const { project } = await createProjectFixture(test.database, { name: "Own", isPaused: true });
    slug = project.slug;
    expect((await send({})).awaitsGoLive).toBe(false);
    expect(await refusalOf(send({ goLive: true }))).toMatchObject({ code: "NOT_WAITING" });
  });
});
