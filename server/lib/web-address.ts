import { readFile } from "node:fs/promises";
import path from "node:path";

/** `http://127.0.0.1:<port>` of the web process of a data directory, from its own file; null while there is none. */
export async function readWebAddress(dataDir: string): Promise<string | null> {
  try {
    const text = await readFile(path.join(dataDir, "web.json"), "utf8");
    const { port, pid } = JSON.parse(text) as { port?: unknown; pid?: unknown };
    if (typeof port !== "number" || typeof pid !== "number") return null;
    // The file outlives its web: after a crash the next one may listen elsewhere.
    process.kill(pid, 0);
    return `http://127.0.0.1:${port}`;
  } catch {
    return null;
  }
}
