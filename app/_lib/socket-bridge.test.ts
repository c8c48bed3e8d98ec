import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Board } from "#server/contracts/ticket.ts";
import { queryKeys } from "./query-keys.ts";
import { SocketBridge } from "./socket-bridge.ts";
import type { LiveSocket } from "./socket.ts";
import { makeBoard, makeCard, makeColumn } from "./testing-board.ts";

/** Stands for the wire: what was emitted, and events from the server. */
class Wire {
  connected = false;
  readonly sent: {
    event: string;
    message: unknown;
    ack: ((answer: unknown) => void) | undefined;
  }[] = [];
  readonly #listeners = new Map<string, (message?: unknown) => void>();
  on(event: string, listener: (message?: unknown) => void) {
    this.#listeners.set(event, listener);
  }
  emit(event: string, message: unknown, ack?: (answer: unknown) => void) {
    this.sent.push({ event, message, ack });
  }
  connect() {
    this.connected = true;
    this.#listeners.get("connect")?.();
  }
  drop() {
    this.connected = false;
    this.#listeners.get("disconnect")?.();
  }
  fromServer(event: string, message: unknown) {
    this.#listeners.get(event)?.(message);
  }
  removeAllListeners() {
    this.#listeners.clear();
  }
  disconnect() {
    this.connected = false;
  }
}

let client: QueryClient;
let wire: Wire;
let bridge: SocketBridge;
let stop: () => void;

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(queryKeys.board("web"), makeBoard([makeColumn("Todo", [makeCard(1)])], 4));
  wire = new Wire();
  bridge = new SocketBridge(client, wire as unknown as LiveSocket);
  stop = bridge.start();
});

afterEach(() => {
  vi.useRealTimers();
  stop();
  vi.unstubAllGlobals();
});

describe("SocketBridge", () => {
  it("joins a board with the revision it has, and rejoins with the newest after a reconnect", () => {
    bridge.watchBoard("web");
    wire.fromServer("board:delta", {
      project: "web",
      revision: 5,
      changes: [{ type: "card", card: makeCard(1, { title: "five" }) }],
    });
    wire.drop();
    wire.connect();
    expect(wire.sent.map(({ event, message }) => [event, message])).toEqual([
      ["board:join", { project: "web", revision: 4 }],
      ["board:join", { project: "web", revision: 5 }],
    ]);
    expect(client.getQueryData<Board>(queryKeys.board("web"))?.columns[0]?.cards[0]?.title).toBe(
      "five",
    );
  });

  it("asks for changes when the join says that it is behind", () => {
    const fetched = vi.fn<typeof fetch>(
      async () => new Response(JSON.stringify({ items: [], revision: 6, resync: false })),
    );
    vi.stubGlobal("fetch", fetched);
    bridge.watchBoard("web");
    wire.sent[0]?.ack?.({ revision: 6 });
    expect(fetched.mock.calls[0]?.[0]).toBe("/api/projects/web/changes?after=4");
  });

  it("leaves a board only when its last reader has gone", () => {
    const first = bridge.watchBoard("web");
    const second = bridge.watchBoard("web");
    first();
    expect(wire.sent.some(({ event }) => event === "board:leave")).toBe(false);
    second();
    expect(wire.sent.some(({ event }) => event === "board:leave")).toBe(true);
  });

  it("rejoins a run after the last line the reader has", () => {
    let have = 3;
    const events: number[] = [];
    bridge.watchRun("r1", { have: () => have, onEvents: (message) => events.push(message.first) });
    wire.fromServer("run:events", { run: "r1", first: 4, events: [] });
    wire.fromServer("run:events", { run: "other", first: 9, events: [] });
    have = 8;
    wire.drop();
    wire.connect();
    expect(events).toEqual([4]);
    expect(
      wire.sent.filter(({ event }) => event === "run:join").map(({ message }) => message),
    ).toEqual([
      { run: "r1", after: 3 },
      { run: "r1", after: 8 },
    ]);
  });

  it("makes old what a change touches, and only that", () => {
    for (const id of [1, 2]) client.setQueryData(queryKeys.ticket("web", id), { id });
    client.setQueryData(queryKeys.inbox, []);
    bridge.watchBoard("web");
    wire.fromServer("board:delta", {
      project: "web",
      revision: 5,
      changes: [{ type: "comment", ticket: 1 }],
    });
    wire.fromServer("inbox:changed", { project: "web" });
    const isOld = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
    expect([
      isOld(queryKeys.ticket("web", 1)),
      isOld(queryKeys.ticket("web", 2)),
      isOld(queryKeys.inbox),
    ]).toEqual([true, false, true]);
  });

  it("ignores a message of another shape", () => {
    bridge.watchBoard("web");
    wire.fromServer("board:delta", { project: "web", revision: "five" });
    expect(client.getQueryData<Board>(queryKeys.board("web"))?.revision).toBe(4);
  });

  it("says that the line is lost only after it once stood", () => {
    const fresh = new SocketBridge(client, new Wire() as unknown as LiveSocket);
    expect([fresh.isConnected, fresh.wasConnected]).toEqual([false, false]);
    wire.drop();
    expect([bridge.isConnected, bridge.wasConnected]).toEqual([false, true]);
  });

  it("reads the control room anew on hints and after a reconnect, at most once a second", () => {
    vi.useFakeTimers();
    const isStale = () => client.getQueryState(queryKeys.fleetOf(""))?.isInvalidated;
    const read = () => client.setQueryData(queryKeys.fleetOf(""), {});
    read();
    wire.fromServer("fleet:changed", {});
    expect(isStale()).toBe(true);
    read();
    wire.fromServer("why:changed", { project: "web", tickets: [1] });
    expect(isStale()).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(isStale()).toBe(true);
    read();
    vi.advanceTimersByTime(5_000);
    expect(isStale()).toBe(false);
    wire.drop();
    wire.connect();
    expect(isStale()).toBe(true);
  });
});

describe("presence", () => {
  const sets = () => wire.sent.filter(({ event }) => event.startsWith("presence:"));

  it("says what is open here once a connection stands, again after each break, and when it closes", () => {
    wire.drop();
    const close = bridge.openTicket("web", 7);
    expect(sets()).toEqual([]);
    wire.connect();
    bridge.setWriting(true);
    bridge.setWriting(true);
    wire.drop();
    wire.connect();
    close();
    bridge.setWriting(false);
    const open = { project: "web", ticket: 7 };
    expect(sets().map(({ event, message }) => [event, message])).toEqual([
      ["presence:set", { ...open, isWriting: false }],
      ["presence:set", { ...open, isWriting: true }],
      ["presence:set", { ...open, isWriting: true }],
      ["presence:leave", {}],
    ]);
  });

  it("lets a ticket that was opened meanwhile stay when the one before closes", () => {
    wire.connect();
    const close = bridge.openTicket("web", 7);
    bridge.openTicket("web", 8);
    close();
    expect(sets().at(-1)?.message).toEqual({ project: "web", ticket: 8, isWriting: false });
  });

  it("keeps who is there until the server says otherwise or the line is down", () => {
    wire.connect();
    const sam = { handle: "sam", name: "Sam", isWriting: false };
    const tell = (project: string, tickets: unknown[]) =>
      wire.fromServer("presence", { project, tickets });
    tell("web", [{ ticket: 7, people: [sam] }]);
    tell("api", [{ ticket: 1, people: [sam] }]);
    const before = bridge.presence.people("web", 7);
    expect(before).toEqual([sam]);
    tell("web", [
      { ticket: 7, people: [{ ...sam }] },
      { ticket: 8, people: [sam] },
    ]);
    expect(bridge.presence.people("web", 7)).toBe(before);
    tell("web", []);
    expect(bridge.presence.people("web", 7)).toEqual([]);
    expect(bridge.presence.people("api", 1)).toEqual([sam]);
    wire.drop();
    expect(bridge.presence.people("api", 1)).toEqual([]);
  });
});
