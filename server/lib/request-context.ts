import { AsyncLocalStorage } from "node:async_hooks";

// On globalThis, because every bundle that loads this module must see the same store.
const registry = globalThis as { __signalboxRequest?: AsyncLocalStorage<string> };
const storage = (registry.__signalboxRequest ??= new AsyncLocalStorage<string>());

/** Runs `work` so that everything it awaits knows the id of the request it belongs to (S-23). */
export function runAsRequest<T>(requestId: string, work: () => T): T {
  return storage.run(requestId, work);
}

/** Id of the request being served, null outside of one (ticks, start, tests of commands). */
export function currentRequestId(): string | null {
  return storage.getStore() ?? null;
}
