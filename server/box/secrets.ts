import { readFile, writeFile } from "node:fs/promises";
import { randomToken } from "../lib/ids.ts";

/**
 * The secret in `file`, made on the first call: 32 random bytes as base64url, mode 0600. Whoever
 * comes second reads what the first one wrote.
 */
export async function ensureSecret(file: string, value: string = randomToken()): Promise<string> {
  try {
    await writeFile(file, `${value}\n`, { mode: 0o600, flag: "wx" });
    return value;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const found = (await readFile(file, "utf8")).trim();
  if (found === "") throw new Error(`${file}: expected a secret, found an empty file; delete it`);
  return found;
}
