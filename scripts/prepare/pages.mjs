import { existsSync } from "node:fs";
import path from "node:path";
import { Fingerprint } from "./fingerprint.mjs";
import { runQuietly } from "./step.mjs";

/**
 * Builds the pages into .next/ when something they are made of changed.
 * @param {string} root
 * @param {boolean} isForced
 * @returns {Promise<string>}
 */
export async function buildPages(root, isForced) {
  const fingerprint = new Fingerprint(
    root,
    ".next/.signalbox-stamp",
    [
      "app",
      "server",
      "public",
      "next.config.ts",
      "postcss.config.mjs",
      "tsconfig.json",
      "package-lock.json",
    ],
    (file) => !/\.test\.tsx?$/.test(file) && !file.endsWith(".stamp"),
  );
  const isBuilt = existsSync(path.join(root, ".next/BUILD_ID"));
  if (!isForced && isBuilt && fingerprint.isUnchanged()) return "up to date";
  await runQuietly(
    process.execPath,
    [path.join(root, "node_modules/next/dist/bin/next"), "build"],
    { cwd: root, env: { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" } },
  );
  fingerprint.remember();
  return "built";
}
