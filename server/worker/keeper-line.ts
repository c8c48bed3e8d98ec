import type {
  Connection,
  ControlAck,
  ControlLine,
  ProcessRecord,
  Runtime,
} from "../agent/runtime.ts";
import { sleep } from "../lib/abort.ts";

const RECONNECT_MS = 200;

type Unsent<T> = T extends unknown ? Omit<T, "fence"> : never;
/** A control line without the fence, which the line adds. */
export type KeeperCommand = Unsent<ControlLine>;

/** The way to one keeper, reconnected as long as the run is ours. */
export interface KeeperLine {
  /**
   * Resolves with the keeper's answer; sent again with the same id after a lost connection, which the
   * keeper ignores if it had it. Null: the line was closed before an answer came.
   */
  send(command: KeeperCommand): Promise<ControlAck | null>;
  close(): void;
}

export function openKeeperLine(
  runtime: Runtime,
  record: Pick<ProcessRecord, "socketPath">,
  fence: number,
): KeeperLine {
  const closing = new AbortController();
  let current: Connection | null = null;
  let waiters: (() => void)[] = [];

  const keep = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        current = await runtime.connect(record, fence);
        for (const wake of waiters.splice(0)) wake();
        await current.closed;
      } catch {
        // The keeper is gone, or a newer worker owns it: the exit file or the lease will say so.
      }
      current = null;
      await sleep(RECONNECT_MS, closing.signal);
    }
  };
  const connected = (): Promise<void> =>
    current ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve));

  void keep();
  return {
    async send(command) {
      while (!closing.signal.aborted) {
        await connected();
        const connection = current;
        if (connection === null) continue;
        try {
          return await connection.send({ ...command, fence });
        } catch {
          await sleep(RECONNECT_MS, closing.signal);
        }
      }
      return null;
    },
    close() {
      closing.abort();
      current?.close();
      for (const wake of waiters.splice(0)) wake();
      waiters = [];
    },
  };
}
