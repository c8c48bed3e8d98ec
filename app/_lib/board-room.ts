import type { QueryClient } from "@tanstack/react-query";
import { changesAnswerSchema, type BoardChange, type BoardDelta } from "#server/contracts/live.ts";
import type { Me } from "#server/contracts/project.ts";
import { boardSchema, type Board } from "#server/contracts/ticket.ts";
import { api, projectPath } from "./api.ts";
import { appendWindow, applyDelta, mergeBoard } from "./board-cache.ts";
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
  #renewal: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isClosed = false;
  /** Too much was missed for deltas, and the board has not been read anew since. */
  #isOutdated = false;

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
    if (answer.resync) await this.resync();
    else if (answer.items.length > 0) await this.receive(answer.items);
  }

  /**
   * The first windows anew, for what stands in no delta: reasons, costs, counts after a refusal. What
   * else is newer in them comes again as a delta, because the windows behind them are still old.
   */
  async reread(): Promise<void> {
    if (this.#isOutdated) return this.resync();
    const mark = boardWrites.mark();
    const fresh = await this.#read();
    if (!fresh || this.#isClosed) return;
    // A move of our own is under way: the answer may still show the card where it was.
    if (!boardWrites.isUntouchedSince(mark)) return this.rereadSoon(retryDelayMs);
    this.#client.setQueryData<Board>(this.#key, (old) =>
      old && old.revision <= fresh.revision ? mergeBoard(old, fresh) : old,
    );
    await this.receive([]);
    if (fresh.revision > (this.revision ?? fresh.revision)) await this.repair();
  }

  /** The whole board anew, every window that was loaded: too much is missing for deltas. One at a time. */
  async resync(): Promise<void> {
    this.#isOutdated = true;
    this.#renewal ??= this.#renew();
    await this.#renewal;
  }

  async #renew(): Promise<void> {
    const mark = boardWrites.mark();
    const fresh = await this.#readAll();
    // From here on another one may begin; what follows can ask for it.
    this.#renewal = null;
    if (!fresh || this.#isClosed) return;
    if (!boardWrites.isUntouchedSince(mark)) return this.rereadSoon(retryDelayMs);
    this.#isOutdated = false;
    this.#client.setQueryData<Board>(this.#key, (old) =>
      old && old.revision > fresh.revision ? old : fresh,
    );
    await this.receive([]);
    // The later windows were read after the first: a card between two of them is put right by its delta.
    await this.repair();
  }

  /** As far as the cached board reaches by then: a list that grows meanwhile is not shortened. */
  async #readAll(): Promise<Board | null> {
    let board = await this.#read();
    for (;;) {
      const short = board?.columns.find(
        ({ id, next, cards }) => next !== null && cards.length < this.#loaded(id),
      );
      if (!board || !short || short.next === null) return board;
      const answer = await this.#read({ column: short.name, after: short.next });
      const window = answer?.columns[0];
      board = window ? appendWindow(board, short.name, window) : null;
    }
  }

  #loaded(column: number): number {
    const old = this.#client.getQueryData<Board>(this.#key);
    return old?.columns.find(({ id }) => id === column)?.cards.length ?? 0;
  }

  #read(query: { column?: string; after?: string } = {}): Promise<Board | null> {
    const path = `${projectPath(this.#project)}/board`;
    return api.get(path, boardSchema, { query }).catch(() => null);
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
