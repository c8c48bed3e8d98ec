/**
 * Proves that every gate is held by a test: replaces one gate after the other by "always passes" and
 * runs the tests of gates, dispatcher and explanation. Prints code → tests that failed; a gate whose
 * absence nobody notices fails the whole.
 *
 *   node scripts/mutate-gates.mjs                  every gate
 *   node scripts/mutate-gates.mjs BLOCKED EXCLUDED  only these
 *   node scripts/mutate-gates.mjs --json FILE      also as JSON
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { createVitest } from "vitest/node";

const root = path.resolve(import.meta.dirname, "..");
const args = process.argv.slice(2);
const jsonAt = args.indexOf("--json");
const jsonFile = jsonAt === -1 ? null : args.splice(jsonAt, 2)[1];

const testFile = (name) => path.join(root, `server/core/dispatch/${name}.test.ts`);
/** The table of gates; the others are asked about what it does not notice. */
const table = [testFile("gates")];
const files = [...table, ...["decide", "explain", "drop", "loop"].map(testFile)];

const vitest = await createVitest("test", {
  root,
  config: false,
  watch: false,
  reporters: [{}],
  include: ["server/core/dispatch/*.test.ts"],
  setupFiles: ["server/core/testing/remove-gate.ts"],
  testNamePattern: /^(?!.*any board).*$/,
  pool: "threads",
  maxWorkers: 2,
  fileParallelism: true,
});

/** Runs these tests without one gate; "" = with all. */
async function run(code, asked) {
  vitest.provide("removedGate", code);
  const specs = await vitest.globTestSpecifications(asked);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs);
  if (unhandledErrors.length > 0) throw unhandledErrors[0];
  const tests = testModules.flatMap((module) => [...module.children.allTests()]);
  const broken = testModules.filter((module) => module.errors().length > 0);
  return {
    count: tests.length,
    failed: [
      ...broken.map((module) => module.moduleId),
      ...tests.filter((test) => test.result().state === "failed").map((test) => test.fullName),
    ],
  };
}

try {
  const { gateCodes } = await vitest.vite.ssrLoadModule("/server/contracts/words.ts");
  const wanted = args.length > 0 ? args : gateCodes;
  const unknown = wanted.filter((code) => !gateCodes.includes(code));
  if (unknown.length > 0) throw new Error(`expected gate codes, found ${unknown.join(", ")}`);
  const whole = await run("", files);
  if (whole.failed.length > 0 || whole.count === 0) {
    throw new Error(`expected all tests to pass with every gate, found ${whole.failed.join("; ")}`);
  }
  const results = {};
  for (const code of wanted) {
    let { failed } = await run(code, table);
    if (failed.length === 0) ({ failed } = await run(code, files));
    results[code] = failed;
    const what = failed.length === 0 ? "SURVIVED" : `${failed.length} failed, e.g. ${failed[0]}`;
    console.log(`${code.padEnd(20)} ${what}`);
  }
  if (jsonFile !== null) await writeFile(jsonFile, `${JSON.stringify(results, null, 2)}\n`);
  const survivors = wanted.filter((code) => results[code].length === 0);
  console.log(`\n${wanted.length - survivors.length} passed, ${survivors.length} failed`);
  process.exitCode = survivors.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
} finally {
  await vitest.close();
}
