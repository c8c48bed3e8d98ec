/** The keeper's files: written so that a reader never sees half of one. */
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import type { KeeperSpec, StartedRecord } from "./protocol.ts";
import { FILES } from "./protocol.ts";

function writeWhole(file: string, text: string): void {
  const fd = openSync(file, "w", 0o600);
  try {
    writeSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Replaces `file` in one step. */
export function writeJsonAtomically(file: string, value: unknown): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeWhole(temporary, `${JSON.stringify(value)}\n`);
  renameSync(temporary, file);
}

/**
 * Creates `started` with its whole content, or not at all: a link fails when the name is taken.
 * True for exactly one caller (rule 7).
 */
export function claimStart(dir: string, record: StartedRecord): boolean {
  const file = path.join(dir, FILES.started);
  const temporary = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
  writeWhole(temporary, `${JSON.stringify(record)}\n`);
  try {
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    unlinkSync(temporary);
  }
}

export function readSpec(file: string): KeeperSpec {
  return JSON.parse(readFileSync(file, "utf8")) as KeeperSpec;
}

export function removeIfThere(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
