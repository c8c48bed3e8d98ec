/** Calls at most once per period, however often it is asked: at once when it was quiet, else when the period is over. */
export class CalmCall {
  readonly #call: () => void;
  readonly #periodMs: number;
  readonly #readClock: () => number;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #calledAt = Number.NEGATIVE_INFINITY;

  constructor(call: () => void, periodMs: number, readClock: () => number = () => Date.now()) {
    this.#call = call;
    this.#periodMs = periodMs;
    this.#readClock = readClock;
  }

  ask(): void {
    if (this.#timer !== null) return;
    const waitMs = this.#calledAt + this.#periodMs - this.#readClock();
    if (waitMs <= 0) this.#run();
    else this.#timer = setTimeout(() => this.#run(), waitMs);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #run(): void {
    this.#timer = null;
    this.#calledAt = this.#readClock();
    this.#call();
  }
}
