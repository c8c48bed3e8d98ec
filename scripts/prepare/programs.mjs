import { chmodSync, existsSync } from "node:fs";
import path from "node:path";
import { Fingerprint } from "./fingerprint.mjs";

/** Programs of the server: dist file → source. */
const SERVERS = {
  main: "server/main.ts",
  worker: "server/worker/main.ts",
  cli: "server/cli.ts",
};

/** The server's program that also loads what Next built. */
const PAGES_SERVER = { web: "server/web.ts" };

/**
 * Packages are put into the programs, because finding and reading some hundred small files is most of
 * what a start does. These stay outside: the database client's WebAssembly, which is loaded by name,
 * and native add-ons that need not be there.
 */
const UNBUNDLED = [
  "@prisma/client/runtime/query_compiler*",
  "pg-native",
  "bufferutil",
  "utf-8-validate",
];

/** As `serverExternalPackages` in next.config.ts: both sides of the one process share a copy. */
const SHARED_WITH_PAGES = [
  "next",
  "@prisma/adapter-pg",
  "@prisma/client/*",
  "pg",
  "pino",
  "ioredis",
  "execa",
];

/** Packages that are CommonJS ask for Node's own modules with `require`, which ES modules lack. */
const WITH_REQUIRE = {
  js: `import { createRequire as createRequireOfProgram } from "node:module";
const require = createRequireOfProgram(import.meta.url);`,
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
    logLevel: "warning",
  };
  // The ES form of a package first: some have a UMD form too, which no bundler can follow.
  const server = { ...shared, mainFields: ["module", "main"], banner: WITH_REQUIRE };
  await build({ ...server, external: UNBUNDLED, entryPoints: existing(root, SERVERS) });
  await build({
    ...server,
    external: [...UNBUNDLED, ...SHARED_WITH_PAGES],
    entryPoints: existing(root, PAGES_SERVER),
  });
  await build({
    ...shared,
    minify: true,
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
