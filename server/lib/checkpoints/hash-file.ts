import { createHash } from "node:crypto";
import { readInside } from "../inside-folder.ts";

const MAX_FILE_BYTES = 20 * 1024 * 1024;

/**
 * The id that git gives the file's present content, without writing anything. Null: there is no file;
 * undefined: it cannot be said.
 */
export async function hashFile(folder: string, file: string): Promise<string | null | undefined> {
  try {
    const found = await readInside(folder, file, MAX_FILE_BYTES);
    if (found === null) return null;
    const { bytes } = found;
    return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
  } catch {
    return undefined;
  }
}
