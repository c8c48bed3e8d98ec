/**
 * Prisma's schema engine as WebAssembly: turns schema files into SQL without the network.
 * `prisma migrate` cannot be used for that, since its engine is a download.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

let enginePromise;

/** The glue code keeps one instance's memory, so the module is instantiated once per process. */
function loadEngineModule() {
  enginePromise ??= instantiateEngine();
  return enginePromise;
}

async function instantiateEngine() {
  const glue = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const entry = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm");
  const wasm = readFileSync(path.join(path.dirname(entry), "schema_engine_bg.wasm"));
  // The engine reports what went wrong here before it traps.
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message(message) {
      console.error(`schema engine: ${message}`);
    },
  };
  const { instance } = await WebAssembly.instantiate(wasm, {
    "./schema_engine_bg.js": glue,
  });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue;
}

const succeed = (value) => Promise.resolve({ ok: true, value });
const refuse = (query) => {
  throw new Error(`the schema diff works on files only, but was asked ${JSON.stringify(query)}`);
};

/** The two facts the engine wants of its server: does the schema exist, and which version is it. */
const answerVersion = (query) => {
  if (!query.sql.includes("server_version_num")) return refuse(query);
  return succeed({
    columnNames: ["exists", "version", "numeric_version"],
    columnTypes: [5, 7, 0],
    rows: [[true, "PostgreSQL 18.4", 180004]],
  });
};

/**
 * The engine opens a connection before any diff, but asks only for its version when
 * both sides are files. Replies have the `{ ok, value }` shape of Prisma's driver adapters.
 */
const offlineConnection = {
  provider: "postgres",
  adapterName: "offline",
  getConnectionInfo: () => ({
    ok: true,
    value: { schemaName: "public", supportsRelationJoins: true },
  }),
  queryRaw: answerVersion,
  executeRaw: refuse,
  executeScript: () => succeed(undefined),
  dispose: () => succeed(undefined),
};
const offlineAdapter = {
  provider: "postgres",
  adapterName: "offline",
  connect: () => succeed(offlineConnection),
  connectToShadowDb: () => succeed(offlineConnection),
};

/**
 * The SQL that leads from one schema to another.
 * @param {string | null} from schema text, or null for an empty database
 * @param {string} to schema text
 * @returns {Promise<string>}
 */
export async function diffSchemas(from, to) {
  const { SchemaEngine } = await loadEngineModule();
  const asTarget = (content) => ({
    tag: "schemaDatamodel",
    files: [{ path: "schema.prisma", content }],
  });
  const engine = await SchemaEngine.new(
    { datamodels: [["schema.prisma", to]] },
    () => undefined,
    offlineAdapter,
  );
  const { stdout } = await engine.diff({
    from: from === null ? { tag: "empty" } : asTarget(from),
    to: asTarget(to),
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  return stdout ?? "";
}
