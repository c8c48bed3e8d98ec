import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";

/** Files of the server that may open connections by themselves, and where those go (S-26). */
const allowed: Record<string, string> = {
  "server/lib/outgoing.ts": "calls of rules, judged by address",
  "server/box/health.ts": "our own web process on this machine",
  "server/cli/board-client.ts": "our own web process on this machine",
  "server/agent/connection.ts": "the keeper's socket in the data folder",
};

const opensConnection =
  /\bfetch\(|\bhttps?\.(?:get|request)\(|import (?!type)\{[^}]*\b(?:get|request|connect|createConnection)\b[^}]*\} from "node:(?:https?|net|tls|http2|dgram)"|from "undici"|new WebSocket\(/;

async function sources(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/\.(?:test|spec)\.tsx?$|\/(?:generated|fixtures|testing)\//.test(file));
}

it("only listed modules of the server make calls", async () => {
  const root = path.resolve(import.meta.dirname, "../..");
  const files = [
    ...(await sources(path.join(root, "server"))),
    ...(await sources(path.join(root, "app/api"))),
  ];
  const found: string[] = [];
  for (const file of files) {
    if (opensConnection.test(await readFile(file, "utf8"))) found.push(path.relative(root, file));
  }
  expect(found.sort()).toEqual(Object.keys(allowed).sort());
});

it.each([
  'await fetch("http://x")',
  'http.request("http://x")',
  'https.get("https://x")',
  'import { request } from "node:http";',
  'import { connect as dial } from "node:net";',
  'import { Agent } from "undici";',
])("sees %s", (line) => {
  expect(opensConnection.test(line)).toBe(true);
});

it.each([
  "const url = apiFetchPath(x);",
  'import { createServer } from "node:http";',
  "await client.connect();",
])("does not mind %s", (line) => {
  expect(opensConnection.test(line)).toBe(false);
});
