import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { liveServerEvents, changesAnswerSchema, type BoardChange, type BoardDelta } from "#server/contracts/live.ts";
import type { RunLiveState } from "#server/contracts/run.ts";
import { boardSchema, type Board } from "#server/contracts/ticket.ts";
import { api, projectPath } from "./api.ts";
import { applyDelta, mergeBoard } from "./board-cache.ts";
import { boardWrites } from "./board-writes.ts";
import { DeltaQueue } from "./delta-queue.ts";
import { queryKeys } from "./query-keys.ts";
import type { RunRoomHandlers } from "./run-room.ts";
import { patchRunState } from "./run-state-patch.ts";
import type { LiveSocket } from "./socket.ts";

type Events = typeof liveServerEvents;

interface BoardRoom {
  readers: number;
  queue: DeltaQueue;
  repair: Promise<void> | null;
  reread: ReturnType<typeof setTimeout> | null;
}

const rereadDelayMs = 800;
/** Numbers on cards change every 5 s (ux 16). */
const costDelayMs = 5_000;

/**
 * The one place where socket events meet the query cache. It applies board deltas in revision order,
 * repairs gaps, rejoins after a reconnect, and turns hints into invalidations. It holds no state that
 * the server does not have: losing any event costs at most one repair.
 */
export class SocketBridge {
  readonly #client: QueryClient;
  readonly #socket: LiveSocket;
  readonly #boards = new Map<string, BoardRoom>();
  readonly #runs = new Map<string, Set<RunRoomHandlers>>();
  readonly #costs = new Map<string, number>();
  readonly #statusListeners = new Set<() => void>();
  #wasConnected = false;

  constructor(client: QueryClient, socket: LiveSocket) {
    this.#client = client;
    this.#socket = socket;
  }

  /** Opens the connection and listens; the returned function closes it. */
  start(): () => void {
    const socket = this.#socket;
    socket.on("connect", () => this.#onConnect());
    socket.on("disconnect", () => this.#tellStatus());
    this.#listen("board:delta", (delta) => void this.#receive(delta.project, [delta]));
    this.#listen("board:resync", ({ project }) => void this.#reread(project));
    this.#listen("board:resync", ({ project }) => void this.#reread(project));
    this.#listen("run:state", (state) => this.#onRunState(state));
    this.#listen("run:events", (message) => this.#runs.get(message.run)?.forEach((reader) => reader.onEvents(message)));
    this.#listen("run:partial", (message) => this.#runs.get(message.run)?.forEach((reader) => reader.onPartial?.(message)));
    this.#listen("run:end", (message) => this.#runs.get(message.run)?.forEach((reader) => reader.onEnd?.(message)));
    this.#listen("why:changed", ({ project, tickets }) => this.#onWhyChanged(project, tickets));
    this.#listen("inbox:changed", () => this.#invalidate(queryKeys.inbox, queryKeys.projects));
    this.#listen("budget:changed", ({ project }) => this.#invalidate(queryKeys.detail(project), queryKeys.projects, queryKeys.system));
    this.#listen("fleet:changed", () => this.#invalidate(queryKeys.system, queryKeys.projects, queryKeys.allRuns));
    socket.connect();
    return () => {
      socket.removeAllListeners();
      socket.disconnect();
    };
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
    const room = this.#boards.get(project) ?? { readers: 0, queue: new DeltaQueue(), repair: null, reread: null };
    room.readers += 1;
    this.#boards.set(project, room);
    if (room.readers === 1 && this.#socket.connected) this.#joinBoard(project);
    return () => {
      room.readers -= 1;
      if (room.readers > 0) return;
      if (room.reread) clearTimeout(room.reread);
      this.#boards.delete(project);
      if (this.#socket.connected) this.#socket.emit("board:leave", { project });
    };
  }

  /** Joins once the first board was read, from its revision on. */
  boardLoaded(project: string): void {
    if (this.#boards.has(project) && this.#socket.connected) this.#joinBoard(project);
  }

  /** Follows a run's events until the returned function is called. */
  watchRun(run: string, handlers: RunRoomHandlers): () => void {
    const readers = this.#runs.get(run) ?? new Set<RunRoomHandlers>();
    readers.add(handlers);
    this.#runs.set(run, readers);
    if (this.#socket.connected) this.#joinRun(run, handlers);
    return () => {
      readers.delete(handlers);
      if (readers.size > 0) return;
      this.#runs.delete(run);
      if (this.#socket.connected) this.#socket.emit("run:leave", { run });
    };
  }

  #listen<E extends keyof Events>(event: E, handle: (message: z.infer<Events[E]>) => void): void {
    const listener = (message: unknown) => {
      const parsed = liveServerEvents[event].safeParse(message);
      if (parsed.success) handle(parsed.data as z.infer<Events[E]>);
    };
    this.#socket.on(event as string as "run:end", listener as never);
  }

  #onConnect(): void {
    const isReconnect = this.#wasConnected;
    this.#wasConnected = true;
    for (const project of this.#boards.keys()) this.#joinBoard(project);
    for (const [run, readers] of this.#runs) for (const reader of readers) this.#joinRun(run, reader);
    // What only hints tell may have been missed while the line was down.
    if (isReconnect) this.#invalidate(queryKeys.inbox, queryKeys.system, queryKeys.projects, queryKeys.allRuns);
    this.#tellStatus();
  }

  #joinBoard(project: string): void {
    const board = this.#board(project);
    if (!board) return;
    this.#socket.emit("board:join", { project, revision: board.revision }, (answer) => {
      if ("resync" in answer) void this.#reread(project);
      else if ("revision" in answer && answer.revision > (this.#board(project)?.revision ?? 0)) void this.#repair(project);
    });
  }

  #joinRun(run: string, handlers: RunRoomHandlers): void {
    this.#socket.emit("run:join", { run, after: handlers.have() }, (answer) => {
      if (!this.#runs.get(run)?.has(handlers)) return;
      if ("error" in answer) handlers.onRefused?.(answer);
      else handlers.onJoin?.(answer);
    });
  }

  #board(project: string): Board | undefined {
    return this.#client.getQueryData<Board>(queryKeys.board(project));
  }

  async #receive(project: string, deltas: readonly BoardDelta[]): Promise<void> {
    const room = this.#boards.get(project);
    const board = this.#board(project);
    if (!room || !board) return;
    const ready = room.queue.take(board.revision, deltas);
    if (ready.length > 0) {
      this.#client.setQueryData<Board>(queryKeys.board(project), (old) => old && ready.reduce(applyDelta, old));
      for (const delta of ready) this.#afterChanges(project, delta.changes);
    }
    if (room.queue.hasGap) await this.#repair(project);
  }

  /** Asks for what is missing; one repair at a time, and again when more came meanwhile. */
  async #repair(project: string): Promise<void> {
    const room = this.#boards.get(project);
    const board = this.#board(project);
    if (!room || !board) return;
    room.repair ??= api
      .get(`${projectPath(project)}/changes`, changesAnswerSchema, { query: { after: board.revision } })
      .then(async (answer) => {
        room.repair = null;
        if (answer.resync) await this.#reread(project);
        else await this.#receive(project, answer.items);
      })
      .catch(() => {
        // Not reached: the next delta or the next connect asks again.
        room.repair = null;
      });
    await room.repair;
  }

  async #reread(project: string): Promise<void> {
    const room = this.#boards.get(project);
    const mark = boardWrites.mark();
    const fresh = await api.get(`${projectPath(project)}/board`, boardSchema).catch(() => null);
    if (!fresh) return;
    if (!boardWrites.isUntouchedSince(mark)) return this.#rereadSoon(project, rereadDelayMs);
    this.#client.setQueryData<Board>(queryKeys.board(project), (old) => (old && old.revision > fresh.revision ? old : mergeBoard(old, fresh)));
    if (room) await this.#receive(project, []);
  }

  #afterChanges(project: string, changes: readonly BoardChange[]): void {
    for (const change of changes) {
      if (change.type === "card") this.#invalidate(queryKeys.ticket(project, change.card.id), queryKeys.why(project, change.card.id), queryKeys.ticketRuns(project, change.card.id));
      if (change.type === "comment" || change.type === "card_removed") this.#invalidate(queryKeys.ticket(project, change.ticket));
      if (change.type === "project") this.#invalidate(queryKeys.detail(project), queryKeys.projects, queryKeys.system);
      if (change.type === "skills" || change.type === "members") this.#invalidate(queryKeys.skills(project));
      if (change.type === "automations") this.#invalidate(queryKeys.automations(project), queryKeys.whys(project));
    }
  }

  #onRunState(state: RunLiveState): void {
    this.#client.setQueryData<Board>(queryKeys.board(state.project), (old) => old && patchRunState(old, state));
    this.#runs.get(state.run)?.forEach((reader) => reader.onState?.(state));
    // A card's cost is the sum over its runs: only the server can add it up.
    if (state.ticket !== null && this.#costs.get(state.run) !== state.cost) this.#rereadSoon(state.project, costDelayMs);
    this.#costs.set(state.run, state.cost);
    if (state.state === "ended") this.#costs.delete(state.run);
    if (state.state === "ended") this.#invalidate(queryKeys.run(state.project, state.run), queryKeys.runs(state.project), queryKeys.allRuns);
  }

  /** Reasons change without a revision: reread the windows once things have settled. */
  #onWhyChanged(project: string, tickets: readonly number[]): void {
    for (const ticket of tickets) this.#invalidate(queryKeys.why(project, ticket));
    this.#rereadSoon(project, rereadDelayMs);
  }

  #rereadSoon(project: string, delayMs: number): void {
    const room = this.#boards.get(project);
    if (!room || room.reread) return;
    room.reread = setTimeout(() => {
      room.reread = null;
      void this.#reread(project);
    }, delayMs);
  }

  #invalidate(...keys: (readonly unknown[])[]): void {
    for (const queryKey of keys) void this.#client.invalidateQueries({ queryKey });
  }

  #tellStatus(): void {
    for (const listener of this.#statusListeners) listener();
  }
}
