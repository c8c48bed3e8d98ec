import type { Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BoardDelta, RunEndMessage, RunEventsMessage } from "#server/contracts/live.ts";
import type { Actor } from "#server/contracts/actor.ts";
import { createTicket } from "#server/commands/create-ticket.ts";
import { newRunId, newUuid, randomToken, sha256Hex } from "#server/lib/ids.ts";
import { createProjectFixture } from "#server/testing/builders.ts";
import type { ProjectFixture } from "#server/testing/builders.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { createToken, openTestGateway } from "#server/testing/open-gateway.ts";
import type { TestGateway } from "#server/testing/open-gateway.ts";
import { waitFor } from "#server/testing/wait-for.ts";

let test: TestDatabase;
let gateway: TestGateway;
let fixture: ProjectFixture;
let ownerToken: string;
let workerToken: string;

beforeAll(async () => {
  test = await createTestDatabase();
  gateway = await openTestGateway(test.database, test.url);
});
afterAll(async () => {
  await gateway.close();
  await test.close();
});
beforeEach(async () => {
  fixture = await createProjectFixture(test.database, { name: `P ${randomToken(4)}`, tickets: [{ title: "one" }] });
  ownerToken = await createToken(test.database, "owner", { userId: fixture.owner.userId });
  workerToken = await createToken(test.database, "worker");
});
const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});

async function connected(socket: Socket): Promise<Socket> {
  open.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return socket;
}
const join = () => connected(gateway.connect({ Authorization: `Bearer ${ownerToken}` }));
const worker = () => connected(gateway.connect({}, "/worker", { token: workerToken }));
const ask = (socket: Socket, event: string, payload: unknown): Promise<Record<string, unknown>> =>
  socket.timeout(5_000).emitWithAck(event, payload) as Promise<Record<string, unknown>>;
const refusal = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    open.push(socket);
    socket.once("connect", () => reject(new Error("connected")));
    socket.once("connect_error", (error) => resolve(String((error as { context?: { statusText?: string }; message: string }).message)));
  });

async function createRun(): Promise<string> {
  const id = newRunId();
  await test.database.prisma.run.create({
    data: {
      id,
      projectId: fixture.project.id,
      ticketId: fixture.tickets[0]?.id ?? null,
      agent: `agent-${randomToken(4).toLowerCase().replace(/[^a-z0-9]/g, "x")}`,
      cause: "manual",
      causeText: {},
      state: "running",
      prompt: "",
      permissionLevel: "edit",
      maxTurns: 1,
      timeoutSeconds: 1,
      cwd: "/",
      contract: {},
      contractHash: "",
      admittedRevision: 1,
    },
  });
  return id;
}

/** Stores events as the worker does: rows and counter in one transaction. */
async function store(run: string, count: number, text = "line"): Promise<{ first: number; events: RunEventsMessage["events"] }> {
  return test.database.prisma.$transaction(async (tx) => {
    const { nextSeq } = await tx.run.update({ where: { id: run }, data: { nextSeq: { increment: count } } });
    const first = nextSeq - count;
    const at = new Date();
    const rows = Array.from({ length: count }, (_, index) => ({
      runId: run,
      seq: first + index,
      at,
      kind: "assistant_text",
      payload: { text: `${text} ${first + index}`, messageId: null },
      processNumber: 1,
      offset: 0,
    }));
    await tx.runEvent.createMany({ data: rows });
    const events = rows.map((row) => ({ seq: row.seq, at: at.toISOString(), kind: "assistant_text" as const, payload: row.payload }));
    return { first, events };
  });
}

async function endRun(run: string): Promise<RunEndMessage> {
  const row = await test.database.prisma.run.update({
    where: { id: run },
    data: { state: "ended", outcome: "completed", verdict: "DONE", endedAt: new Date() },
  });
  return { run, lastSeq: row.nextSeq - 1, outcome: "completed", verdict: "DONE" };
}

/** Everything a client hears of a run, with a check of the one promise: no gap, no double, end last. */
function record(socket: Socket, run: string, after = 0) {
  const heard = { seqs: [] as number[], end: null as RunEndMessage | null, faults: [] as string[], messages: 0 };
  let have = after;
  socket.on("run:events", (message: RunEventsMessage) => {
    if (message.run !== run) return;
    heard.messages += 1;
    if (message.first !== have + 1) heard.faults.push(`have ${have}, first ${message.first}`);
    if (message.events.length > 500) heard.faults.push(`${message.events.length} events in a message`);
    if (heard.end) heard.faults.push("events after the end");
    for (const event of message.events) heard.seqs.push(event.seq);
    have = message.first + message.events.length - 1;
  });
  socket.on("run:end", (message: RunEndMessage) => {
    if (message.run !== run) return;
    if (heard.end) heard.faults.push("two ends");
    if (message.lastSeq !== have) heard.faults.push(`end at ${message.lastSeq}, have ${have}`);
    heard.end = message;
  });
  return heard;
}
const upTo = (last: number, after = 0) => Array.from({ length: last - after }, (_, index) => after + index + 1);

describe("handshake", () => {
  const origin = () => ({ Origin: `http://127.0.0.1:${gateway.port}` });

  async function cookieHeader(): Promise<Record<string, string>> {
    const token = randomToken();
    await test.database.prisma.browserSession.create({
      data: { id: newUuid(), userId: fixture.owner.userId, tokenHash: sha256Hex(token), expiresAt: new Date(Date.now() + 60_000) },
    });
    return { Cookie: `${gateway.cookieName}=${token}` };
  }

  it("lets a signed-in browser of our own origin in", async () => {
    const socket = await connected(gateway.connect({ ...(await cookieHeader()), ...origin() }));
    expect(socket.connected).toBe(true);
  });

  it.each([
    ["a cookie without Origin", () => ({})],
    ["Origin null", () => ({ Origin: "null" })],
    ["another port of localhost", () => ({ Origin: "http://localhost:1" })],
    ["another scheme", () => ({ Origin: `https://127.0.0.1:${gateway.port}` })],
    ["another site", () => ({ Origin: "http://evil.example" })],
    ["a foreign Host", () => ({ ...origin(), Host: "evil.example" })],
  ])("refuses %s", async (_name, headers) => {
    expect(await refusal(gateway.connect({ ...(await cookieHeader()), ...headers() }))).toContain("websocket error");
  });

  it("refuses wrong and missing credentials, before any event", async () => {
    expect(await refusal(gateway.connect({ Authorization: "Bearer wrong" }))).toContain("websocket error");
    expect(await refusal(gateway.connect({ ...origin() }))).toContain("websocket error");
    expect(await refusal(gateway.connect({}))).toMatch(/Invalid namespace/);
    expect(await refusal(gateway.connect({}, "/live", { token: ownerToken }))).toMatch(/Invalid namespace/);
    expect(await refusal(gateway.connect({}, "/worker", { token: ownerToken }))).toMatch(/refused/);
    expect(await refusal(gateway.connect({}, "/worker"))).toMatch(/refused/);
    expect(await refusal(gateway.connect({ Authorization: `Bearer ${ownerToken}` }, "/worker", { token: workerToken }))).toMatch(/Invalid namespace/);
  });

  it("holds at most 32 connections of one token", async () => {
    const sockets: Socket[] = [];
    for (let index = 0; index < 32; index += 1) sockets.push(await join());
    expect(await refusal(gateway.connect({ Authorization: `Bearer ${ownerToken}` }))).toMatch(/at most 32/);
    sockets[0]?.disconnect();
    await waitFor(() => join().catch(() => null), { what: "a free connection" });
  });

  it("closes the sockets of a revoked token within 5 s (S-09)", async () => {
    const socket = await join();
    const revokedAt = Date.now();
    await test.database.prisma.apiToken.updateMany({ where: { tokenHash: sha256Hex(ownerToken) }, data: { revokedAt: new Date() } });
    await waitFor(() => !socket.connected, { timeoutMs: 6_000, what: "the socket to close" });
    expect(Date.now() - revokedAt).toBeLessThan(5_000);
  });
});

describe("events of clients", () => {
  it("refuses unknown events, wrong shapes and unknown keys (S-20)", async () => {
    const socket = await join();
    const run = await createRun();
    expect(await ask(socket, "board:wipe", {})).toMatchObject({ code: "EVENT_UNKNOWN" });
    expect(await ask(socket, "run:join", { run })).toMatchObject({ code: "INVALID" });
    expect(await ask(socket, "run:join", { run, after: 0, more: 1 })).toMatchObject({ code: "INVALID" });
    expect(await ask(socket, "run:join", { run: "0".repeat(32), after: 0 })).toMatchObject({ code: "RUN_UNKNOWN" });
    expect(await ask(socket, "board:join", { project: "nobody", revision: 0 })).toMatchObject({ code: "PROJECT_UNKNOWN" });
    expect(socket.connected).toBe(true);
  });

  it("cuts a client that sends more than 64 KiB at once (S-11)", async () => {
    const socket = await join();
    const near = await ask(socket, "run:join", { run: "x".repeat(60_000), after: 0 });
    expect(near).toMatchObject({ code: "INVALID" });
    socket.emit("run:join", { run: "x".repeat(66_000), after: 0 });
    await waitFor(() => !socket.connected, { what: "the socket to close" });
  });

  it("lets an agent and a viewer see only their own projects", async () => {
    const other = await createProjectFixture(test.database, { name: `Other ${randomToken(4)}` });
    const viewer = await test.database.prisma.user.create({ data: { handle: `v-${randomToken(4)}`, name: "V", role: "viewer" } });
    const viewerToken = await createToken(test.database, "personal", { userId: viewer.id });
    await test.database.prisma.member.updateMany({
      where: { projectId: fixture.project.id, slug: "owner" },
      data: { userId: viewer.id },
    });
    const run = await createRun();
    const runToken = randomToken();
    await test.database.prisma.run.update({ where: { id: run }, data: { tokenHash: sha256Hex(runToken) } });
    for (const token of [viewerToken, runToken]) {
      const socket = await connected(gateway.connect({ Authorization: `Bearer ${token}` }));
      expect(await ask(socket, "board:join", { project: other.project.slug, revision: 0 })).toMatchObject({ code: "NOT_ALLOWED" });
      if (token === runToken) expect(await ask(socket, "run:join", { run, after: 0 })).toMatchObject({ from: 1 });
    }
  });
});

describe("events of a run", () => {
  it("sends what is stored, then what is written meanwhile, then the end: no gap, no double", async () => {
    const run = await createRun();
    await store(run, 1_700);
    const link = await worker();
    let isWriting = true;
    const writer = (async () => {
      while (isWriting) link.emit("events", { run, ...(await store(run, 37)) });
    })();
    const socket = await join();
    const heard = record(socket, run);
    const answer = await ask(socket, "run:join", { run, after: 0 });
    expect(answer).toMatchObject({ from: 1, ended: false });
    await waitFor(() => heard.seqs.length > 2_500, { timeoutMs: 15_000, what: "live events" });
    isWriting = false;
    await writer;
    const end = await endRun(run);
    link.emit("end", end);
    await waitFor(() => heard.end, { what: "the end" });
    expect(heard.faults).toEqual([]);
    expect(heard.seqs).toEqual(upTo(end.lastSeq));
  });

  it("fills what a worker's messages left out, came twice or came late", async () => {
    const run = await createRun();
    const link = await worker();
    const socket = await join();
    const heard = record(socket, run);
    await ask(socket, "run:join", { run, after: 0 });
    const batches = [];
    for (let index = 0; index < 20; index += 1) batches.push(await store(run, 5));
    for (const index of [2, 0, 2, 19, 7, 8, 8, 3]) link.emit("events", { run, ...batches[index] });
    await waitFor(() => heard.seqs.length >= 100, { what: "all events" });
    expect(heard.seqs).toEqual(upTo(100));
    expect(heard.faults).toEqual([]);
  });

  it("serves runs from the database within seconds while no worker is connected", async () => {
    const run = await createRun();
    const socket = await join();
    const heard = record(socket, run);
    await ask(socket, "run:join", { run, after: 0 });
    await store(run, 700);
    await waitFor(() => heard.seqs.length === 700, { timeoutMs: 3_000, what: "polled events" });
    const end = await endRun(run);
    await waitFor(() => heard.end, { timeoutMs: 3_000, what: "the end" });
    expect(heard.end).toEqual(end);
    expect(heard.faults).toEqual([]);
  });

  it("goes on after a reconnect from what the client has", async () => {
    const run = await createRun();
    await store(run, 300);
    const first = await join();
    const before = record(first, run);
    await ask(first, "run:join", { run, after: 0 });
    await waitFor(() => before.seqs.length === 300);
    first.disconnect();
    await store(run, 250);
    const second = await join();
    const after = record(second, run, 300);
    expect(await ask(second, "run:join", { run, after: 300 })).toEqual({ from: 301, to: 550, ended: false });
    await waitFor(() => after.seqs.length === 250);
    expect(after.seqs).toEqual(upTo(550, 300));
    expect(after.faults).toEqual([]);
  });

  it("answers a run that ended long ago with all events and then the end", async () => {
    const run = await createRun();
    await store(run, 1_203);
    const end = await endRun(run);
    const socket = await join();
    const heard = record(socket, run);
    expect(await ask(socket, "run:join", { run, after: 0 })).toEqual({ from: 1, to: 1_203, ended: true });
    await waitFor(() => heard.end);
    expect(heard.end).toEqual(end);
    expect(heard.seqs).toEqual(upTo(1_203));
    expect(heard.faults).toEqual([]);
  });

  it("survives twenty fast switches between runs while both are written", async () => {
    const runs = [await createRun(), await createRun()] as const;
    const link = await worker();
    let isWriting = true;
    const writer = (async () => {
      while (isWriting) {
        for (const run of runs) link.emit("events", { run, ...(await store(run, 11)) });
      }
    })();
    const socket = await join();
    const have = new Map<string, number>(runs.map((run) => [run, 0]));
    const faults: string[] = [];
    let current: string = runs[0];
    socket.on("run:events", (message: RunEventsMessage) => {
      if (message.run !== current) return;
      const known = have.get(message.run) ?? 0;
      if (message.first > known + 1) faults.push(`${message.run}: have ${known}, first ${message.first}`);
      have.set(message.run, Math.max(known, message.first + message.events.length - 1));
    });
    for (let turn = 0; turn < 20; turn += 1) {
      socket.emit("run:leave", { run: current });
      current = runs[turn % 2] ?? runs[0];
      socket.emit("run:join", { run: current, after: have.get(current) }, () => undefined);
      await store(current, 1);
    }
    isWriting = false;
    await writer;
    const { nextSeq } = await test.database.prisma.run.findUniqueOrThrow({ where: { id: current } });
    await waitFor(() => have.get(current) === nextSeq - 1, { what: "the current run's last event" });
    expect(faults).toEqual([]);
  });

  it("keeps a client that does not read from growing the server, and lets it catch up", async () => {
    const run = await createRun();
    const link = await worker();
    const slow = await join();
    const quick = await join();
    const heardSlow = record(slow, run);
    const heardQuick = record(quick, run);
    await Promise.all([ask(slow, "run:join", { run, after: 0 }), ask(quick, "run:join", { run, after: 0 })]);
    const raw = (slow.io.engine as unknown as { transport: { ws: { pause?(): void; resume?(): void } } }).transport.ws;
    raw.pause?.();
    const text = "x".repeat(8_000);
    for (let index = 0; index < 120; index += 1) link.emit("events", { run, ...(await store(run, 20, text)) });
    await waitFor(() => heardQuick.seqs.length === 2_400, { timeoutMs: 20_000, what: "the quick client" });
    raw.resume?.();
    await waitFor(() => heardSlow.seqs.length === 2_400, { timeoutMs: 20_000, what: "the slow client" });
    expect([heardSlow.faults, heardQuick.faults]).toEqual([[], []]);
  });

  it("passes partial text and states to those who watch, and why only to open boards", async () => {
    const run = await createRun();
    const link = await worker();
    const socket = await join();
    const heard: unknown[] = [];
    socket.on("run:partial", (message) => heard.push(message));
    socket.on("why:changed", (message) => heard.push(message));
    await ask(socket, "run:join", { run, after: 0 });
    await ask(socket, "board:join", { project: fixture.project.slug, revision: 1 });
    await waitFor(() => ask(link, "partial", { run, text: "half a sen" }).then(() => heard.length > 0));
    link.emit("why", { project: fixture.project.slug, tickets: [3, 1] });
    await waitFor(() => heard.some((message) => JSON.stringify(message).includes("tickets")));
    expect(heard).toContainEqual({ run, text: "half a sen" });
    expect(heard).toContainEqual({ project: fixture.project.slug, tickets: [1, 3] });
  });
});

describe("changes of a board", () => {
  it("sends one delta per revision in order, from the client's revision on, while people write", async () => {
    const { project } = fixture;
    const owner: Actor = fixture.owner;
    const write = (title: string) => createTicket(test.database, owner, { projectId: project.id, title, status: "Backlog" }, new Date());
    const start = await revisionOf(project.id);
    for (let index = 0; index < 5; index += 1) await write(`before ${index}`);
    const socket = await join();
    const revisions: number[] = [];
    socket.on("board:delta", (delta: BoardDelta) => revisions.push(delta.revision));
    expect(await ask(socket, "board:join", { project: project.slug, revision: start })).toMatchObject({ revision: start + 5 });
    await Promise.all(Array.from({ length: 12 }, (_, index) => write(`during ${index}`)));
    const last = await revisionOf(project.id);
    await waitFor(() => revisions.at(-1) === last, { what: "the last revision" });
    expect(revisions).toEqual(upTo(last, start));
  });

  it("finds a revision that no hint told within seconds", async () => {
    const deaf = await openTestGateway(test.database, test.url, { isListening: false });
    try {
      const socket = await connected(deaf.connect({ Authorization: `Bearer ${ownerToken}` }));
      const revisions: number[] = [];
      socket.on("board:delta", (delta: BoardDelta) => revisions.push(delta.revision));
      const start = await revisionOf(fixture.project.id);
      await ask(socket, "board:join", { project: fixture.project.slug, revision: start });
      await createTicket(test.database, fixture.owner, { projectId: fixture.project.id, title: "x", status: "Backlog" }, new Date());
      await waitFor(() => revisions.length > 0, { timeoutMs: 4_000, what: "the polled revision" });
      expect(revisions).toEqual([start + 1]);
    } finally {
      await deaf.close();
    }
  });

  it("tells a client that was away too long to fetch the board anew", async () => {
    await test.database.prisma.projectRevision.update({ where: { projectId: fixture.project.id }, data: { revision: 5_000 } });
    const socket = await join();
    const revisions: number[] = [];
    socket.on("board:delta", (delta: BoardDelta) => revisions.push(delta.revision));
    expect(await ask(socket, "board:join", { project: fixture.project.slug, revision: 3 })).toEqual({ resync: true });
    await createTicket(test.database, fixture.owner, { projectId: fixture.project.id, title: "x", status: "Backlog" }, new Date());
    await waitFor(() => revisions.length > 0, { what: "the next delta" });
    expect(revisions).toEqual([5_001]);
  });
});

async function revisionOf(projectId: number): Promise<number> {
  const row = await test.database.prisma.projectRevision.findUniqueOrThrow({ where: { projectId } });
  return Number(row.revision);
}
