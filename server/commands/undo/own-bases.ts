import { replayEdits } from "../../core/run/replay-edits.ts";
import { readBlob } from "../../lib/checkpoints/compare.ts";
import type { FileDifference, FileSide } from "../../lib/checkpoints/compare.ts";
import type { CheckpointStore } from "../../lib/checkpoints/own-git.ts";
import type { OwnEdits } from "../../queries/own-edits.ts";

const PLAIN = "100644";

export interface OwnBases {
  /** Files of which every change of the run is known. */
  known: ReadonlySet<string>;
  /** What the run alone would have left, where others changed the file while it ran. */
  bases: ReadonlyMap<string, FileSide>;
}

/**
 * Tells the run's own changes from those that were made in the same files while it ran: its edits are
 * made again on the content from before it. A three-way merge from there keeps the others' lines. Only
 * for a run whose commands wrote nothing: what they did is told by the checkpoints alone.
 */
export async function readOwnBases(
  store: CheckpointStore,
  edits: ReadonlyMap<string, OwnEdits>,
  changed: readonly FileDifference[],
): Promise<OwnBases> {
  const known = new Set<string>();
  const bases = new Map<string, FileSide>();
  for (const { path: file, before, after } of changed) {
    const own = edits.get(file);
    if (own === undefined || own === "unknown") continue;
    const [first, last] = [await readText(store, before), await readText(store, after)];
    if (first === undefined || last === undefined) continue;
    const alone = replayEdits(first, own);
    if (alone === null || isSpacingOnly(alone, last)) continue;
    known.add(file);
    if (alone === last) continue;
    const id = await store.git(["hash-object", "-w", "--no-filters", "--stdin"], { input: alone });
    const mode = before?.mode ?? after?.mode ?? PLAIN;
    bases.set(file, { mode, id: id.toString("utf8").trim() });
  }
  return { known, bases };
}

/** Null: no file; undefined: no text that comes back as the same bytes. */
async function readText(
  store: CheckpointStore,
  side: FileSide,
): Promise<string | null | undefined> {
  if (side === null) return null;
  if (!side.mode.startsWith("100")) return undefined;
  const bytes = await readBlob(store, side.id);
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : undefined;
}

/** The editing tools have ways of their own with line ends and blanks: nobody else's change then. */
function isSpacingOnly(alone: string, last: string | null): boolean {
  if (last === null || alone === last) return false;
  return alone.replaceAll(/\s/g, "") === last.replaceAll(/\s/g, "");
}
