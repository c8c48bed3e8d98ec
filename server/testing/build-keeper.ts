/** Bundles of our own programs for tests that start real processes. Built once per test process. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const server = fileURLToPath(new URL("..", import.meta.url));
const bundles = new Map<string, Promise<string>>();

/** Path of a bundled keeper, as `dist/keeper.js` is built. */
export function buildKeeper(): Promise<string> {
  return bundle("keeper.js", "agent/keeper/main.ts", false);
}

/** Path of a bundled fake agent; executable, so that it can stand in for `claude`. */
export function buildFakeClaude(): Promise<string> {
  return bundle("fake-claude.js", "testing/fake-claude/main.ts", true);
}

function bundle(name: string, entry: string, isProgram: boolean): Promise<string> {
  const known = bundles.get(name);
  if (known) return known;
  const made = bundleInto(name, entry, isProgram);
  bundles.set(name, made);
  return made;
}

async function bundleInto(name: string, entry: string, isProgram: boolean): Promise<string> {
  const dir = mkdtempSync(path.join(tmpdir(), "signalbox-build-"));
  process.on("exit", () => rmSync(dir, { recursive: true, force: true }));
  const outfile = path.join(dir, name.replace(/\.js$/, ".mjs"));
  await build({
    entryPoints: [path.join(server, entry)],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    logLevel: "error",
  });
  if (isProgram) chmodSync(outfile, 0o755);
  return outfile;
}
