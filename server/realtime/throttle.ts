/** Collects keys and hands them over at most once per `periodMs`: at once when it is quiet, else later. */
export type Throttle<K> = {
  add(...keys: K[]): void;
  stop(): void;
};

export function createThrottle<K>(periodMs: number, flush: (keys: K[]) => void): Throttle<K> {
  let keys = new Set<K>();
  let timer: NodeJS.Timeout | undefined;

  const deliver = () => {
    timer = undefined;
    if (keys.size === 0) return;
    const taken = [...keys];
    keys = new Set();
    timer = setTimeout(deliver, periodMs);
    timer.unref();
    flush(taken);
  };

  return {
    add(...added) {
      for (const key of added) keys.add(key);
      if (timer === undefined) deliver();
    },
    stop: () => clearTimeout(timer),
  };
}
