/**
 * Which process is which. A pid alone means nothing: it is reused, another container has the same
 * ones, and a zombie still answers to signal 0 (rule 26). Node built-ins only: the keeper uses it.
 */
import { readFileSync, readlinkSync } from "node:fs";
import type { ProcessIdentity } from "./keeper/protocol.ts";

/** The fields of `/proc/<pid>/stat` we need. */
export type ProcessStat = {
  pid: number;
  /** One letter; Z and X are gone. */
  state: string;
  parentPid: number;
  groupId: number;
  sessionId: number;
  /** Clock ticks since boot. */
  startTime: number;
};

/** `null` when there is no such process (or no `/proc`). */
export function readStat(pid: number): ProcessStat | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return null;
  }
  return parseStat(pid, text);
}

/** The program name in field 2 may hold spaces and brackets: what counts starts after the last one. */
export function parseStat(pid: number, text: string): ProcessStat | null {
  const rest = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const startTime = Number(rest[19]);
  const state = rest[0];
  if (state === undefined || state === "" || !Number.isFinite(startTime)) return null;
  return {
    pid,
    state,
    parentPid: Number(rest[1]),
    groupId: Number(rest[2]),
    sessionId: Number(rest[3]),
    startTime,
  };
}

export function isGoneState(state: string): boolean {
  return state === "Z" || state === "X" || state === "x";
}

type Host = { bootId: string; pidNamespace: string };
let cachedHost: Host | null = null;

/** Boot and pid namespace of this process; neither changes while it lives. */
export function thisHost(): Host {
  cachedHost ??= { bootId: readBootId(), pidNamespace: namespaceOf("self") ?? "unknown" };
  return cachedHost;
}

function readBootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "unknown";
  }
}

/** Inode of the pid namespace of a process; null when it cannot be seen. The link reads `pid:[4026531836]`. */
export function namespaceOf(pid: number | "self"): string | null {
  try {
    return /\d+/.exec(readlinkSync(`/proc/${pid}/ns/pid`))?.[0] ?? null;
  } catch {
    return null;
  }
}

/** Identity of a process of ours; `startTime` is 0 where there is no `/proc`. */
export function identityOf(pid: number): ProcessIdentity {
  return { ...thisHost(), pid, startTime: readStat(pid)?.startTime ?? 0 };
}

/**
 * `alive`, `gone`, or `foreign` when the identity belongs to another boot or pid namespace, which
 * nobody here may judge. A different boot id with the same namespace inode is foreign, too: it may
 * be another machine that shares the data directory.
 */
export function livenessOf(identity: ProcessIdentity): "alive" | "gone" | "foreign" {
  const host = thisHost();
  if (identity.bootId !== host.bootId || identity.pidNamespace !== host.pidNamespace) {
    return "foreign";
  }
  if (host.bootId === "unknown") return answersToSignal(identity.pid) ? "alive" : "gone";
  const stat = readStat(identity.pid);
  if (stat === null || stat.startTime !== identity.startTime) return "gone";
  return isGoneState(stat.state) ? "gone" : "alive";
}

function answersToSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Signals a process only if it is still the one that was meant. True when it was sent. */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): boolean {
  if (livenessOf(identity) !== "alive") return false;
  try {
    process.kill(identity.pid, signal);
    return true;
  } catch {
    return false;
  }
}
