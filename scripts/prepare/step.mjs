import { spawn } from "node:child_process";

/**
 * Runs one step and prints its name, what it did and how long that took.
 * @param {string} name
 * @param {() => Promise<string>} work resolves with a few words such as "up to date"
 */
export async function runStep(name, work) {
  const startedAt = performance.now();
  const outcome = await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`  ${name.padEnd(18)}${outcome.padEnd(16)}${seconds.padStart(6)} s`);
}

/**
 * Runs a program and keeps its output for the case that it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string> }} options
 * @returns {Promise<void>}
 */
export function runQuietly(command, args, { cwd, env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const keep = (chunk) => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    child.once("error", (error) => reject(new Error(`${command}: ${error.message}`)));
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args.join(" ")} failed (${code}):\n${output.trim()}`));
    });
  });
}
