/**
 * `npm test`: everything that proves a change, on a fresh clone too. Goes on after a failure and
 * ends with one plain line, `N passed, N failed`: every test counts as one, every static check too.
 *
 *   node scripts/test.mjs               everything
 *   node scripts/test.mjs lint unit     only the named stages
 */
import path from "node:path";
import { runStage } from "./test/run-stage.mjs";
import { describeStages } from "./test/stages.mjs";

const root = path.resolve(import.meta.dirname, "..");
const wanted = process.argv.slice(2);
const stages = describeStages(root);

const unknown = wanted.filter((name) => !stages.some((stage) => stage.name === name));
if (unknown.length > 0) {
  const names = stages.map((stage) => stage.name).join(", ");
  console.error(`test: expected stages out of ${names}, found ${unknown.join(", ")}`);
  process.exit(2);
}

const results = [];
for (const stage of stages) {
  if (wanted.length > 0 && !wanted.includes(stage.name) && !stage.isAlways) continue;
  const result = await runStage(root, stage);
  results.push({ name: stage.name, ...result });
  // Without packages or with a broken installation every later stage would only repeat the news.
  if (stage.isAlways && result.failed > 0) break;
}

console.log("");
for (const { name, passed, failed, seconds } of results) {
  const mark = failed === 0 ? "ok    " : "FAILED";
  console.log(
    `  ${mark}  ${name.padEnd(14)}${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed ${seconds.padStart(7)} s`,
  );
}
for (const { name, failures = [] } of results) {
  for (const failure of failures) console.log(`  ✗ ${name}: ${failure}`);
}
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
process.exitCode = sum("failed") === 0 ? 0 : 1;
