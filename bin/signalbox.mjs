#!/usr/bin/env node
/** Starts the command line; makes the checkout ready first when it never was. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const cli = path.join(root, "dist/cli.js");
const wantsStart = process.argv[2] === undefined || process.argv[2] === "start";

if (wantsStart || !existsSync(cli)) {
  const prepare = path.join(root, "scripts/prepare.mjs");
  const { status } = spawnSync(process.execPath, [prepare, "--build"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
}
await import(cli);
