import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string[][]} commands run in order until one fails; each is a program and its arguments
 * @property {boolean} [isAlways] part of every selection; a failure ends the whole run
 * @property {{ file: string, count: (report: object) => Counts, failures?: (report: object) => string[] }} [report]
 *   a JSON report with tests; `failures` names each failed one on a line, with what it said
 * @property {Record<string, string>} [env]
 * @property {() => void | Promise<void>} [before]
 *
 * @typedef {{ passed: number, failed: number, failures?: string[] }} Counts
 */

/**
 * Runs one stage with its output shown as it comes.
 * @param {string} root
 * @param {Stage} stage
 * @returns {Promise<Counts & { seconds: string }>}
 */
export async function runStage(root, stage) {
  console.log(`\n── ${stage.name} ${"─".repeat(Math.max(0, 74 - stage.name.length))}`);
  const startedAt = performance.now();
  const counts = await countStage(root, stage);
  return { ...counts, seconds: ((performance.now() - startedAt) / 1000).toFixed(1) };
}

async function countStage(root, stage) {
  const reportFile = stage.report && path.join(root, stage.report.file);
  if (reportFile) {
    mkdirSync(path.dirname(reportFile), { recursive: true });
    rmSync(reportFile, { force: true });
  }
  const isFine = await runAll(root, stage);
  if (!reportFile) return isFine ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

  const counts = readCounts(reportFile, stage.report);
  // A report without tests, or a failure that no test explains, must never look like success.
  if (counts.passed + counts.failed === 0) return { passed: 0, failed: 1 };
  if (!isFine && counts.failed === 0) return { ...counts, failed: 1 };
  return counts;
}

async function runAll(root, stage) {
  try {
    await stage.before?.();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return false;
  }
  for (const [program, ...args] of stage.commands) {
    if (!(await run(root, program, args, stage.env))) return false;
  }
  return true;
}

function run(root, program, args, env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("error", (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(false);
    });
    child.once("exit", (code) => resolve(code === 0));
  });
}

function readCounts(file, { count, failures }) {
  try {
    const report = JSON.parse(readFileSync(file, "utf8"));
    return { ...count(report), failures: failures?.(report) };
  } catch (error) {
    console.error(`no readable report in ${file}: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
}
