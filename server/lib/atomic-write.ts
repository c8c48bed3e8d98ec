import { randomToken } from "./ids.ts";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";

/**
 * Replaces `file` by `text`: a temporary file in the same folder, fsync, rename, fsync of the folder.
 * A crash at any moment leaves the old or the new text, never a part. `mode` 0600 for secrets; else
 * what the umask gives. For files under a workspace use `writeInside`.
 */
export async function writeFileAtomic(
  file: string,
  text: string | Uint8Array,
  options: { mode?: number } = {},
): Promise<void> {
  const folder = path.dirname(file);
  const draft = path.join(folder, `.${path.basename(file).slice(0, 100)}.${randomToken(6)}.tmp`);
  try {
    const handle = await open(draft, "wx", options.mode ?? 0o666);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
