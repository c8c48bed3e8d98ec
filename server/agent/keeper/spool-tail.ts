/**
 * What the spool ends with. Read backwards and only while no worker is connected, so that a
 * flooding agent costs the keeper nothing.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const CHUNK_BYTES = 64 * 1024;
/** Beyond this the last turn line is taken as "not a result": the limits still end the run. */
const MAX_BACK_BYTES = 32 * 1024 * 1024;

/** Byte offset of the last `result` line when no `assistant` or `user` line follows it, else null. */
export function findFinalResult(file: string): number | null {
  let fd: number;
  try {
    fd = openSync(file, "r");
  } catch {
    return null;
  }
  try {
    return searchBackwards(fd, fstatSync(fd).size);
  } finally {
    closeSync(fd);
  }
}

function searchBackwards(fd: number, size: number): number | null {
  let end = size;
  let tail = Buffer.alloc(0);
  let chunkBytes = CHUNK_BYTES;
  while (end > 0 && size - end < MAX_BACK_BYTES) {
    const start = Math.max(0, end - chunkBytes);
    // Doubled, so that one long line is not copied over and over.
    chunkBytes *= 2;
    const chunk = Buffer.alloc(end - start);
    readSync(fd, chunk, 0, chunk.length, start);
    tail = Buffer.concat([chunk, tail]);
    end = start;
    // Whole lines only: what stands before the first newline may have begun earlier.
    let lineEnd = tail.length;
    for (;;) {
      const newline = lineEnd === 0 ? -1 : tail.lastIndexOf(0x0a, lineEnd - 1);
      if (newline === -1 && start > 0) break;
      const verdict = judgeLine(tail.subarray(newline + 1, lineEnd));
      if (verdict === "turn") return null;
      if (verdict === "result") return start + newline + 1;
      if (newline === -1) return null;
      lineEnd = newline;
    }
    tail = tail.subarray(0, lineEnd);
  }
  return null;
}

function judgeLine(line: Buffer): "result" | "turn" | "other" {
  if (line.length === 0) return "other";
  let value: unknown;
  try {
    value = JSON.parse(line.toString("utf8"));
  } catch {
    return "other";
  }
  if (typeof value !== "object" || value === null || !("type" in value)) return "other";
  if (value.type === "assistant" || value.type === "user") return "turn";
  if (value.type !== "result") return "other";
  const isFollowed = "queued_turn_count" in value && Number(value.queued_turn_count) > 0;
  return isFollowed ? "turn" : "result";
}
