/** Where the time comes from. Only edges (ticks, routes, entry files) read it; the rest takes `now`. */
export type Clock = {
  /** Wall clock: for timestamps people and tables see. */
  now(): Date;
  /** Milliseconds that never jump: for durations and deadlines inside one process. */
  monotonicMs(): number;
};

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
};
