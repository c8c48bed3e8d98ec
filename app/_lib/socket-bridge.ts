import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { liveServerEvents, type BoardChange } from "#server/contracts/live.ts";
import type { RunLiveState } from "#server/contracts/run.ts";
import type { Board } from "#server/contracts/ticket.ts";
import { BoardRoom } from "./board-room.ts";
import { boardWrites } from "./board-writes.ts";
import { CalmCall } from "./calm-call.ts";
import { PresenceStore } from "./presence-store.ts";
import { queryKeys } from "./query-keys.ts";
import type { RunRoomHandlers } from "./run-room.ts";
import { patchRunState } from "./run-state-patch.ts";
import type { LiveSocket } from "./socket.ts";

type Events = typeof liveServerEvents;

const whyDelayMs = 800;
/** Numbers on cards change every 5 s (ux 16). */
const costDelayMs = 5_000;
/** The control room is read anew no oftener, however many hints come. */
const fleetPeriodMs = 1_000;

/**
 * The one place where socket events meet the query cache. It hands deltas to the board's room, rejoins
 * after a reconnect, and turns hints into invalidations. It holds no state that the server does not
 * have: losing any event costs at most one repair.
 */
export class SocketBridge {
  readonly #client: QueryClient;
  readonly #socket: LiveSocket;
  readonly #boards = new Map<string, BoardRoom>();
  readonly #runs = new Map<string, Set<RunRoomHandlers>>();
  readonly #costs = new Map<string, number>();
  readonly #fleet: CalmCall;
  /** Who has which ticket open. */
  readonly presence = new PresenceStore();
  /** The ticket that is open here. */
  #open: { project: string; ticket: number; isWriting: boolean } | null = null;
  readonly #statusListeners = new Set<() => void>();
  #wasConnected = false;

  constructor(client: QueryClient, socket: LiveSocket) {
    this.#client = client;
    this.#socket = socket;
    this.#fleet = new CalmCall(() => this.#invalidate(queryKeys.fleet), fleetPeriodMs);
  }

  /** Opens the connection and listens; the returned function closes it. */
  start(): () => void {
    const { inbox, system, projects, allRuns, costs } = queryKeys;
    this.#socket.on("connect", () => this.#onConnect());
    this.#socket.on("disconnect", (reason) => this.#onDisconnect(reason));
    this.#socket.on("presence:check", (_message, ack) => ack());
    this.#listen("presence", (message) => this.presence.receive(message));
    this.#listen("board:delta", (delta) => void this.#boards.get(delta.project)?.receive([delta]));
    this.#listen("board:resync", (hint) => void this.#boards.get(hint.project)?.resync());
    this.#listen("run:state", (state) => this.#onRunState(state));
    this.#listen("run:events", (message) =>
      this.#runs.get(message.run)?.forEach((reader) => reader.onEvents(message)),
    );
    this.#listen("run:partial", (message) =>
      this.#runs.get(message.run)?.forEach((reader) => reader.onPartial?.(message)),
    );
    this.#listen("run:end", (message) =>
      this.#runs.get(message.run)?.forEach((reader) => reader.onEnd?.(message)),
    );
    this.#listen("why:changed", (hint) => this.#onWhyChanged(hint.project, hint.tickets));
    this.#listen("inbox:changed", () => this.#invalidate(inbox, projects));
    this.#listen("budget:changed", (hint) =>
      this.#invalidate(queryKeys.detail(hint.project), projects, system, costs),
    );
    this.#listen("fleet:changed", () => {
      this.#fleet.ask();
      this.#invalidate(system, projects, allRuns);
    });
    const forget = boardWrites.onRefusal((project) => void this.#boards.get(project)?.reread());
    this.#socket.connect();
    return () => {
      forget();
      this.#socket.removeAllListeners();
      this.#socket.disconnect();
      for (const room of this.#boards.values()) room.close();
      this.#fleet.stop();
    };
  }

  /** The server let us go: the session ended, or its rights are others now. Everything is asked anew. */
  #onDisconnect(reason: string): void {
    this.presence.clear();
    this.#tellStatus();
    if (reason !== "io server disconnect") return;
    void this.#client.invalidateQueries();
    this.#socket.connect();
  }

  get isConnected(): boolean {
    return this.#socket.connected;
  }

  /** True once the first connection stood: before that, "offline" would be a false alarm. */
  get wasConnected(): boolean {
    return this.#wasConnected;
  }

  onStatus(listener: () => void): () => void {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  }

  /** Keeps the cached board of a project current until the returned function is called. */
  watchBoard(project: string): () => void {
    const room = this.#boards.get(project) ?? this.#openRoom(project);
    room.readers += 1;
    if (room.readers === 1) this.boardLoaded(project);
    return () => {
      room.readers -= 1;
      if (room.readers > 0) return;
      room.close();
      this.#boards.delete(project);
      if (this.isConnected) this.#socket.emit("board:leave", { project });
    };
  }

  /** Joins once the first board was read, from its revision on. */
  boardLoaded(project: string): void {
    const room = this.#boards.get(project);
    if (room && this.isConnected) this.#joinBoard(project, room);
  }

  /** Follows a run's events until the returned function is called. */
  watchRun(run: string, handlers: RunRoomHandlers): () => void {
    const readers = this.#runs.get(run) ?? new Set<RunRoomHandlers>();
    readers.add(handlers);
    this.#runs.set(run, readers);
    if (this.isConnected) this.#joinRun(run, handlers);
    return () => {
      readers.delete(handlers);
      if (readers.size > 0) return;
      this.#runs.delete(run);
      if (this.isConnected) this.#socket.emit("run:leave", { run });
    };
  }

  /** Tells others that the ticket is open here, until the returned function is called. */
  openTicket(project: string, ticket: number): () => void {
    const opened = { project, ticket, isWriting: false };
    this.#open = opened;
    this.#sendPresence();
    return () => {
      if (this.#open?.project !== project || this.#open.ticket !== ticket) return;
      this.#open = null;
      this.#sendPresence();
    };
  }

  /** Whether a comment is being written on the ticket that is open here. */
  setWriting(isWriting: boolean): void {
    if (this.#open === null || this.#open.isWriting === isWriting) return;
    this.#open = { ...this.#open, isWriting };
    this.#sendPresence();
  }

  #sendPresence(): void {
    // Nothing waits for a connection: what holds then is said when it stands.
    if (!this.isConnected) return;
    if (this.#open) this.#socket.emit("presence:set", this.#open);
    else this.#socket.emit("presence:leave", {});
  }

  #openRoom(project: string): BoardRoom {
    const room = new BoardRoom(this.#client, project, (changes) =>
      this.#afterChanges(project, changes),
    );
    this.#boards.set(project, room);
    return room;
  }

  #listen<E extends keyof Events>(event: E, handle: (message: z.infer<Events[E]>) => void): void {
    const listener = (message: unknown) => {
      const parsed = liveServerEvents[event].safeParse(message);
      if (parsed.success) handle(parsed.data as z.infer<Events[E]>);
    };
    // One signature stands for all: the message is checked by its own schema.
    this.#socket.on(event as string as "run:end", listener as never);
  }

  #onConnect(): void {
    const isReconnect = this.#wasConnected;
    this.#wasConnected = true;
    for (const [project, room] of this.#boards) this.#joinBoard(project, room);
    for (const [run, readers] of this.#runs) {
      for (const reader of readers) this.#joinRun(run, reader);
    }
    if (this.#open) this.#sendPresence();
    const { inbox, system, projects, allRuns, costs } = queryKeys;
    // What only hints tell may have been missed while the line was down.
    if (isReconnect) {
      this.#fleet.ask();
      this.#invalidate(inbox, system, projects, allRuns, costs);
    }
    this.#tellStatus();
  }

  #joinBoard(project: string, room: BoardRoom): void {
    const { revision } = room;
    if (revision === null) return;
    this.#socket.emit("board:join", { project, revision }, (answer) => {
      if ("resync" in answer) void room.resync();
      else if ("revision" in answer && answer.revision > (room.revision ?? 0)) void room.repair();
    });
  }

  #joinRun(run: string, handlers: RunRoomHandlers): void {
    this.#socket.emit("run:join", { run, after: handlers.have() }, (answer) => {
      if (!this.#runs.get(run)?.has(handlers)) return;
      if ("error" in answer) handlers.onRefused?.(answer);
      else handlers.onJoin?.(answer);
    });
  }

  #afterChanges(project: string, changes: readonly BoardChange[]): void {
    for (const change of changes) this.#invalidate(...keysOfChange(project, change));
  }

  #onRunState(state: RunLiveState): void {
    const { project, run } = state;
    this.#client.setQueriesData<Board>(
      { queryKey: queryKeys.board(project) },
      (old) => old && patchRunState(old, state),
    );
    this.#runs.get(run)?.forEach((reader) => reader.onState?.(state));
    // A card's cost is the sum over its runs: only the server can add it up.
    const isDearer = state.ticket !== null && this.#costs.get(run) !== state.cost;
    if (isDearer) this.#boards.get(project)?.rereadSoon(costDelayMs);
    this.#costs.set(run, state.cost);
    if (state.state !== "ended") return;
    this.#costs.delete(run);
    this.#invalidate(queryKeys.run(project, run), queryKeys.runs(project), queryKeys.allRuns);
  }

  /** Reasons change without a revision: reread the windows once things have settled. */
  #onWhyChanged(project: string, tickets: readonly number[]): void {
    this.#fleet.ask();
    for (const ticket of tickets) this.#invalidate(queryKeys.why(project, ticket));
    this.#boards.get(project)?.rereadSoon(whyDelayMs);
  }

  #invalidate(...keys: (readonly unknown[])[]): void {
    for (const queryKey of keys) void this.#client.invalidateQueries({ queryKey });
  }

  #tellStatus(): void {
    for (const listener of this.#statusListeners) listener();
  }
}

/** What else of the cache a change of the board makes old. */
function keysOfChange(project: string, change: BoardChange): (readonly unknown[])[] {
  switch (change.type) {
    case "card": {
      const { id } = change.card;
      return [
        queryKeys.ticket(project, id),
        queryKeys.why(project, id),
        queryKeys.ticketRuns(project, id),
      ];
    }
    case "comment":
    case "card_removed":
      return [queryKeys.ticket(project, change.ticket)];
    case "project":
      return [queryKeys.detail(project), queryKeys.projects, queryKeys.system];
    case "skills":
    case "members":
      return [queryKeys.skills(project)];
    case "automations":
      return [queryKeys.automations(project), queryKeys.whys(project)];
    case "columns":
    case "labels":
    case "counts":
      return [];
  }
}
