/** One box per data directory: a file names the holder, its start time proves it is still the same. */
import { readFileSync } from "node:fs";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { randomToken } from "../lib/ids.ts";

export type Holder = {
  pid: number;
  /** Start of the process in clock ticks since boot; a reused number has another one. */
  processStart: string | null;
  startedAt: string;
  /** `null` until the holder knows where it listens. */
  address: string | null;
};

export type InstanceLock = {
  /** The box before us was killed: its children may need some seconds to leave. */
  wasTakenOver: boolean;
  setAddress(address: string): Promise<void>;
  release(): Promise<void>;
};

/** Another box holds the data directory. */
export class AlreadyRunning extends Error {
  override name = "AlreadyRunning";
  readonly holder: Holder;

  constructor(holder: Holder) {
    const where = holder.address ? ` at ${holder.address}` : "";
    super(
      `Signalbox is already running${where} (process ${holder.pid}, since ${holder.startedAt})`,
    );
    this.holder = holder;
  }
}

/** Takes the lock or throws {@link AlreadyRunning}. A holder that is gone is replaced. */
export async function takeInstanceLock(file: string, now: Date): Promise<InstanceLock> {
  const holder: Holder = {
    pid: process.pid,
    processStart: readProcessStart(process.pid),
    startedAt: now.toISOString(),
    address: null,
  };
  let wasTakenOver = false;
  while (!(await tryCreate(file, holder))) {
    const found = await readHolder(file);
    if (found && isAlive(found)) throw new AlreadyRunning(found);
    wasTakenOver = true;
    await discard(file, found);
  }
  return {
    wasTakenOver,
    setAddress: (address) => replace(file, { ...holder, address }),
    release: () => rm(file, { force: true }),
  };
}

/** Who holds the data directory now, or `null`. */
export async function findHolder(file: string): Promise<Holder | null> {
  const holder = await readHolder(file);
  return holder && isAlive(holder) ? holder : null;
}

/** A link either names the finished file or fails; nobody ever sees a half-written lock. */
async function tryCreate(file: string, holder: Holder): Promise<boolean> {
  const draft = await writeDraft(file, holder);
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Of two starters that found the same dead holder, the later one gives back what it took by error. */
async function discard(file: string, seen: Holder | null): Promise<void> {
  const aside = `${file}.${randomToken(6)}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const taken = await readHolder(aside);
  const isOther = taken !== null && JSON.stringify(taken) !== JSON.stringify(seen);
  if (isOther) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

async function replace(file: string, holder: Holder): Promise<void> {
  await rename(await writeDraft(file, holder), file);
}

async function writeDraft(file: string, holder: Holder): Promise<string> {
  const draft = `${file}.${randomToken(6)}`;
  await writeFile(draft, JSON.stringify(holder), { mode: 0o600 });
  return draft;
}

async function readHolder(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Holder;
  } catch {
    return null;
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return readProcessStart(holder.pid) === holder.processStart;
}

/** Field 22 of /proc/<pid>/stat; `null` where there is no /proc and the number alone has to do. */
function readProcessStart(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    // A zombie has ended; it only waits for its parent to look.
    return fields[0] === "Z" ? "ended" : (fields[19] ?? null);
  } catch {
    return null;
  }
}
