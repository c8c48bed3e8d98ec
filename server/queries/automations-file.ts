import { sha256Hex } from "#server/lib/ids.ts";
import { readInside } from "#server/lib/inside-folder.ts";
import { automationsPath } from "./automations.ts";

/** Largest automations.json that is read or written. */
export const MAX_AUTOMATIONS_BYTES = 1_048_576;

export type FileText = { text: string; stamp: string };

/**
 * The file on disk, or null when there is none. `stamp` is the SHA-256 of its bytes. Throws
 * `PathRefused` for a link, a special file or one that is too large.
 */
export async function readAutomationsFile(workspace: string): Promise<FileText | null> {
  const file = await readInside(workspace, automationsPath, MAX_AUTOMATIONS_BYTES);
  if (!file) return null;
  return { text: file.bytes.toString("utf8"), stamp: sha256Hex(file.bytes) };
}
