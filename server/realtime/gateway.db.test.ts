import { describe, expect, it } from "vitest";
import type { BoardDelta, RunEventsMessage } from "#server/contracts/live.ts";
import type { Actor } from "#server/contracts/actor.ts";
import { createTicket } from "#server/commands/create-ticket.ts";
import { openTestGateway } from "#server/testing/open-gateway.ts";
import { waitFor } from "#server/testing/wait-for.ts";
import { ask, record, upTo, useGateway } from "./fixtures/use-gateway.ts";

const live = useGateway();
const { connected, join, worker, createRun, store, endRun } = live;

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
    await waitFor(() => heard.seqs.length === 700, { timeoutMs: 10_000, what: "polled events" });
    const end = await endRun(run);
    await waitFor(() => heard.end, { timeoutMs: 10_000, what: "the end" });
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
    expect(await ask(second, "run:join", { run, after: 300 })).toEqual({
      from: 301,
      to: 550,
      ended: false,
    });
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
    expect(await ask(socket, "run:join", { run, after: 0 })).toEqual({
      from: 1,
      to: 1_203,
      ended: true,
    });
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
      if (message.first > known + 1)
        faults.push(`${message.run}: have ${known}, first ${message.first}`);
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
    const { nextSeq } = await live.test.database.prisma.run.findUniqueOrThrow({
      where: { id: current },
    });
    await waitFor(() => have.get(current) === nextSeq - 1, {
      what: "the current run's last event",
    });
    expect(faults).toEqual([]);
  });

  it("keeps a client that does not read from growing the server, and lets it catch up", async () => {
    const run = await createRun();
    const link = await worker();
    const slow = await join();
    const quick = await join();
    const heardSlow = record(slow, run);
    const heardQuick = record(quick, run);
    await Promise.all([
      ask(slow, "run:join", { run, after: 0 }),
      ask(quick, "run:join", { run, after: 0 }),
    ]);
    const raw = (
      slow.io.engine as unknown as { transport: { ws: { pause?(): void; resume?(): void } } }
    ).transport.ws;
    raw.pause?.();
    const text = "x".repeat(8_000);
    for (let index = 0; index < 120; index += 1)
      link.emit("events", { run, ...(await store(run, 20, text)) });
    await waitFor(() => heardQuick.seqs.length === 2_400, {
      timeoutMs: 20_000,
      what: "the quick client",
    });
    raw.resume?.();
    await waitFor(() => heardSlow.seqs.length === 2_400, {
      timeoutMs: 20_000,
      what: "the slow client",
    });
    expect([heardSlow.faults, heardQuick.faults]).toEqual([[], []]);
  });

  it("passes partial text and states to those who watch, and why to people and open boards", async () => {
    const run = await createRun();
    const link = await worker();
    const socket = await join();
    const heard: unknown[] = [];
    socket.on("run:partial", (message) => heard.push(message));
    socket.on("why:changed", (message) => heard.push(message));
    await ask(socket, "run:join", { run, after: 0 });
    await ask(socket, "board:join", { project: live.fixture.project.slug, revision: 1 });
    await waitFor(() =>
      ask(link, "partial", { run, text: "half a sen" }).then(() => heard.length > 0),
    );
    link.emit("why", { project: live.fixture.project.slug, tickets: [3, 1] });
    await waitFor(() => heard.some((message) => JSON.stringify(message).includes("tickets")));
    expect(heard).toContainEqual({ run, text: "half a sen" });
    expect(heard).toContainEqual({ project: live.fixture.project.slug, tickets: [1, 3] });
  });
});

describe("changes of a board", () => {
  it("sends one delta per revision in order, from the client's revision on, while people write", async () => {
    const { project } = live.fixture;
    const owner: Actor = live.fixture.owner;
    const write = (title: string) =>
      createTicket(
        live.test.database,
        owner,
        { projectId: project.id, title, status: "Backlog" },
        new Date(),
      );
    const start = await revisionOf(project.id);
    for (let index = 0; index < 5; index += 1) await write(`before ${index}`);
    const socket = await join();
    const revisions: number[] = [];
    socket.on("board:delta", (delta: BoardDelta) => revisions.push(delta.revision));
    expect(
      await ask(socket, "board:join", { project: project.slug, revision: start }),
    ).toMatchObject({ revision: start + 5 });
    await Promise.all(Array.from({ length: 12 }, (_, index) => write(`during ${index}`)));
    const last = await revisionOf(project.id);
    await waitFor(() => revisions.at(-1) === last, { what: "the last revision" });
    expect(revisions).toEqual(upTo(last, start));
  });

  it("finds a revision that no hint told within seconds", async () => {
    const deaf = await openTestGateway(live.test.database, live.test.url, { isListening: false });
    try {
      const socket = await connected(deaf.connect({ Authorization: `Bearer ${live.ownerToken}` }));
      const revisions: number[] = [];
      socket.on("board:delta", (delta: BoardDelta) => revisions.push(delta.revision));
      const start = await revisionOf(live.fixture.project.id);
      await ask(socket, "board:join", { project: live.fixture.project.slug, revision: start });
      await createTicket(
        live.test.database,
        live.fixture.owner,
        { projectId: live.fixture.project.id, title: "x", status: "Backlog" },
        new Date(),
      );
      await waitFor(() => revisions.length > 0, { timeoutMs: 10_000, what: "the polled revision" });
      expect(revisions).toEqual([start + 1]);
    } finally {
      await deaf.close();
    }
  });

  it("tells a client that was away too long to fetch the board anew", async () => {
    await live.test.database.prisma.projectRevision.update({
      where: { projectId: live.fixture.project.id },
      data: { revision: 5_000 },
    });
    const socket = await join();
    const revisions: number[] = [];
    socket.on("board:delta", (delta: BoardDelta) => revisions.push(delta.revision));
    expect(
      await ask(socket, "board:join", { project: live.fixture.project.slug, revision: 3 }),
    ).toEqual({ resync: true });
    await createTicket(
      live.test.database,
      live.fixture.owner,
      { projectId: live.fixture.project.id, title: "x", status: "Backlog" },
      new Date(),
    );
    await waitFor(() => revisions.length > 0, { what: "the next delta" });
    expect(revisions).toEqual([5_001]);
  });
});

async function revisionOf(projectId: number): Promise<number> {
  const row = await live.test.database.prisma.projectRevision.findUniqueOrThrow({
    where: { projectId },
  });
  return Number(row.revision);
}
