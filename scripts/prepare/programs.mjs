import { chmodSync, existsSync } from "node:fs";
import path from "node:path";
import { Fingerprint } from "./fingerprint.mjs";

/** Programs that use our installed packages: dist file → source. */
const SERVERS = {
  main: "server/main.ts",
  web: "server/web.ts",
  worker: "server/worker/main.ts",
  cli: "server/cli.ts",
};

/** Programs that must run on their own: everything is in the one file. */
const STANDALONE = {
  keeper: "server/agent/keeper/main.ts",
  "fake-claude": "server/testing/fake-claude/main.ts",
};

/** Programs started by name rather than through `node`. */
const EXECUTABLES = ["fake-claude"];

/**
 * Bundles the programs into dist/ when a source changed.
 * @param {string} root
 * @param {boolean} isForced
 * @returns {Promise<string>}
 */
export async function buildPrograms(root, isForced) {
  const fingerprint = new Fingerprint(
    root,
    "dist/.programs-stamp",
    ["server", "package-lock.json", "scripts/prepare/programs.mjs"],
    (file) => !/\.test\.tsx?$/.test(file) && !file.endsWith(".stamp"),
  );
  if (!isForced && fingerprint.isUnchanged()) return "up to date";

  const { build } = await import("esbuild");
  const shared = {
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    outdir: "dist",
    sourcemap: true,
    logLevel: "warning",
  };
  await build({ ...shared, packages: "external", entryPoints: existing(root, SERVERS) });
  await build({
    ...shared,
    minify: true,
    sourcemap: false,
    entryPoints: existing(root, STANDALONE),
  });
  for (const name of EXECUTABLES) {
    const file = path.join(root, "dist", `${name}.js`);
    if (existsSync(file)) chmodSync(file, 0o755);
  }
  fingerprint.remember();
  return "built";
}

function existing(root, entries) {
  return Object.entries(entries)
    .filter(([, source]) => existsSync(path.join(root, source)))
    .map(([out, source]) => ({ in: source, out }));
}
