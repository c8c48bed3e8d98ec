/**
 * `npm run bench`: builds what is stale, then measures the built product beside its references.
 * Options are those of `bench/main.ts`; how to read the table is in docs/benchmarks.md.
 */
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");

const prepared = spawnSync(process.execPath, [path.join(root, "scripts/prepare.mjs"), "--build"], {
  cwd: root,
  stdio: "inherit",
});
if (prepared.status !== 0) process.exit(prepared.status ?? 1);

const bench = spawn(
  process.execPath,
  ["--import", "tsx", path.join(root, "bench/main.ts"), ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit", env: { ...process.env, NODE_ENV: "production" } },
);
// Ctrl+C reaches the whole terminal group; a signal to this process alone is passed on.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => bench.kill("SIGTERM"));
bench.once("exit", (code) => process.exit(code ?? 1));
