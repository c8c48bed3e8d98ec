/**
 * `npm run test:chaos`: builds what is stale, then hurts the product while agents work. Options are those
 * of `server/testing/chaos/main.ts`. As root it runs in a mount namespace of its own, so that a full disk
 * can be a small one, and whatever was mounted goes with it.
 */
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");

const prepared = spawnSync(process.execPath, [path.join(root, "scripts/prepare.mjs"), "--build"], {
  cwd: root,
  stdio: "inherit",
});
if (prepared.status !== 0) {
  console.log("0 passed, 1 failed");
  process.exit(prepared.status ?? 1);
}

const OWN_MOUNTS = ["--mount", "--propagation", "private"];
const mayMount =
  process.getuid?.() === 0 && spawnSync("unshare", [...OWN_MOUNTS, "true"]).status === 0;
const main = [
  process.execPath,
  ...["--import", "tsx", path.join(root, "server/testing/chaos/main.ts")],
  ...process.argv.slice(2),
];
const [program = "", ...args] = mayMount ? ["unshare", ...OWN_MOUNTS, ...main] : main;
const chaos = spawn(program, args, {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    NODE_ENV: "production",
    ...(mayMount ? { SIGNALBOX_CHAOS_MOUNTS: "own" } : {}),
  },
});
// Ctrl+C reaches the whole terminal group; a signal to this process alone is passed on.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => chaos.kill("SIGTERM"));
chaos.once("exit", (code) => process.exit(code ?? 1));
