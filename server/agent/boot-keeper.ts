/**
 * Keepers that have booted and wait to be told their spec. Booting Node is most of what a start takes,
 * so it happens while the start is prepared, or before there is one (P-03).
 */
import { spawn } from "node:child_process";
import { CONTAIN_FLAG } from "./keeper/protocol.ts";
import type { PreparedKeeper } from "./runtime.ts";

export type KeeperProgram = {
  /** The bundled keeper, `dist/keeper.js`. */
  keeperPath: string;
  nodePath?: string;
  /** Asked at each boot: whether agents get a namespace, which is then opened ahead. */
  isContained?: () => boolean;
};

/** Starts a keeper that owns nothing; it leaves by itself when this process dies. */
export function bootKeeper({ keeperPath, nodePath, isContained }: KeeperProgram): PreparedKeeper {
  const flags = isContained?.() ? [CONTAIN_FLAG] : [];
  const child = spawn(nodePath ?? process.execPath, [keeperPath, ...flags], {
    cwd: "/",
    detached: true,
    // Nothing of ours, neither NODE_OPTIONS nor a secret, but the places at which tests stop it. Not
    // empty: a process without an environment looks like one in the middle of an `exec` to a sweep.
    env: { ...pick("SIGNALBOX_FAILPOINT"), SIGNALBOX_KEEPER: "1" },
    // What goes wrong before it knows its folder is ours to log.
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.unref();
  // A keeper that died takes no word; its exit tells the rest.
  child.stdin?.on("error", () => undefined);
  return {
    pid: child.pid ?? null,
    begin: (specPath) => void child.stdin?.end(specPath),
    letGo: () => void child.stdin?.end(),
    exited: new Promise((resolve) => {
      child.once("error", () => resolve());
      child.once("exit", () => resolve());
    }),
  };
}

/** A variable of this process, if it is set. */
function pick(name: string): NodeJS.ProcessEnv {
  const value = process.env[name];
  return (value === undefined ? {} : { [name]: value }) as NodeJS.ProcessEnv;
}

export type KeeperSupply = {
  /** The spare one if there is one, else one that boots now. */
  take(): PreparedKeeper;
  /** Boots a spare one unless there is one. */
  refill(): void;
};

export function createKeeperSupply(program: KeeperProgram): KeeperSupply {
  let spare: PreparedKeeper | null = null;
  return {
    take() {
      const keeper = spare ?? bootKeeper(program);
      spare = null;
      return keeper;
    },
    refill() {
      if (spare !== null) return;
      const keeper = bootKeeper(program);
      spare = keeper;
      void keeper.exited.then(() => {
        if (spare === keeper) spare = null;
      });
    },
  };
}
