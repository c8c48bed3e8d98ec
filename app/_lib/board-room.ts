import type { QueryClient } from "@tanstack/react-query";
import { changesAnswerSchema, type BoardChange, type BoardDelta } from "#server/contracts/live.ts";
import type { Me } from "#server/contracts/project.ts";
import { boardSchema, type Board } from "#server/contracts/ticket.ts";
import { api, projectPath } from "./api.ts";
import { applyDelta, mergeBoard } from "./board-cache.ts";
import { boardWrites } from "./board-writes.ts";
import { DeltaQueue } from "./delta-queue.ts";
import { queryKeys } from "./query-keys.ts";

const retryDelayMs = 800;

/**
 * Keeps one cached board current: deltas in revision order, gaps repaired by asking for what is
 * missing, a whole reread where that is the shorter way. It never clears what is shown.
 */
export class BoardRoom {
  readers = 0;
  readonly #client: QueryClient;
  readonly #project: string;
  readonly #onChanges: (changes: readonly BoardChange[]) => void;
  readonly #queue = new DeltaQueue();
  #repair: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isClosed = false;

  constructor(
    client: QueryClient,
    project: string,
    onChanges: (changes: readonly BoardChange[]) => void,
  ) {
    this.#client = client;
    this.#project = project;
    this.#onChanges = onChanges;
  }

  /** Of the cached board; null while none is loaded. */
  get revision(): number | null {
    return this.#client.getQueryData<Board>(this.#key)?.revision ?? null;
  }

  async receive(deltas: readonly BoardDelta[]): Promise<void> {
    const { revision } = this;
    if (revision === null) return;
    const ready = this.#queue.take(revision, deltas);
    if (ready.length > 0) {
      const me = this.#client.getQueryData<Me>(queryKeys.me)?.slug ?? null;
      const now = new Date();
      this.#client.setQueryData<Board>(
        this.#key,
        (old) => old && ready.reduce((board, delta) => applyDelta(board, delta, me, now), old),
      );
      for (const delta of ready) this.#onChanges(delta.changes);
    }
    if (this.#queue.hasGap) await this.repair();
  }

  /** Asks for what is missing; one repair at a time. */
  async repair(): Promise<void> {
    const { revision } = this;
    if (revision === null) return;
    this.#repair ??= this.#askForChanges(revision);
    await this.#repair;
  }

  async #askForChanges(after: number): Promise<void> {
    const path = `${projectPath(this.#project)}/changes`;
    const answer = await api.get(path, changesAnswerSchema, { query: { after } }).catch(() => null);
    this.#repair = null;
    // Not reached: the next delta or the next connect asks again.
    if (!answer || this.#isClosed) return;
    if (answer.resync) await this.reread();
    else if (answer.items.length > 0) await this.receive(answer.items);
  }

  /** The whole board anew, with the windows that were loaded behind the first. */
  async reread(): Promise<void> {
    const mark = boardWrites.mark();
    const path = `${projectPath(this.#project)}/board`;
    const fresh = await api.get(path, boardSchema).catch(() => null);
    if (!fresh || this.#isClosed) return;
    // A move of our own is under way: the answer may still show the card where it was.
    if (!boardWrites.isUntouchedSince(mark)) return this.rereadSoon(retryDelayMs);
    this.#client.setQueryData<Board>(this.#key, (old) =>
      old && old.revision > fresh.revision ? old : mergeBoard(old, fresh),
    );
    await this.receive([]);
  }

  /** At most one reread per delay, however many hints come. */
  rereadSoon(delayMs: number): void {
    if (this.#timer !== null || this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.reread();
    }, delayMs);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  get #key() {
    return queryKeys.board(this.#project);
  }
}
