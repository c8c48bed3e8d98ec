/** A clock that many components read: one timer, running only while somebody listens. */
export class Ticker {
  #now: number;
  #timer: ReturnType<typeof setInterval> | null = null;
  readonly #periodMs: number;
  readonly #readClock: () => number;
  readonly #listeners = new Set<() => void>();

  constructor(periodMs: number, readClock: () => number = Date.now) {
    this.#periodMs = periodMs;
    this.#readClock = readClock;
    this.#now = readClock();
  }

  /** Changes only with a tick: a value that moved with every reader would make them chase each other. */
  get now(): number {
    return this.#now;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#timer === null) {
      this.#now = this.#readClock();
      this.#timer = setInterval(() => this.#tick(), this.#periodMs);
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0 || this.#timer === null) return;
      clearInterval(this.#timer);
      this.#timer = null;
    };
  };

  #tick(): void {
    this.#now = this.#readClock();
    for (const wake of this.#listeners) wake();
  }
}
