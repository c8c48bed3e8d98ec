/** Waiting for a file to appear: `fs.watch` for speed, a poll because watches get lost. */
import { watch } from "node:fs";

const POLL_MS = 100;

/** Resolves with the first result of `look` that is not null; with null on abort. */
export async function watchFolder<T>(
  dir: string,
  look: () => Promise<T | null>,
  signal?: AbortSignal,
): Promise<T | null> {
  let wake: () => void = () => undefined;
  const onChange = (): void => wake();
  const watcher = openWatcher(dir, onChange);
  signal?.addEventListener("abort", onChange);
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, POLL_MS);
      });
      const found = await look();
      if (found !== null || signal?.aborted) {
        clearTimeout(timer);
        return found;
      }
      await changed;
      clearTimeout(timer);
    }
  } finally {
    signal?.removeEventListener("abort", onChange);
    watcher?.close();
  }
}

function openWatcher(dir: string, onChange: () => void): ReturnType<typeof watch> | null {
  try {
    const watcher = watch(dir, { persistent: false }, onChange);
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}
