#!/usr/bin/env node
/**
 * Tests with the real claude CLI against our loopback stand-in for the Messages API. Optional: the
 * CLI is not redistributable, so it is installed outside the repository the first time
 * (about 190 MB). No credential is used and nothing but 127.0.0.1 is called by it.
 *
 *   npm run test:claude [-- vitest arguments]
 *   SIGNALBOX_TEST_CACHE=/some/folder   where CLIs are kept (default ~/.cache/signalbox)
 *   CLAUDE_BIN=/path/to/claude          use this one, install nothing
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { vitestFailures } from "./test/failures.mjs";

const VERSION = "2.1.332";
const root = fileURLToPath(new URL("..", import.meta.url));
const cache = process.env.SIGNALBOX_TEST_CACHE ?? path.join(homedir(), ".cache", "signalbox");

function findClaude() {
  if (process.env.CLAUDE_BIN) return process.env.CLAUDE_BIN;
  const dir = path.join(cache, `claude-code-${VERSION}`);
  const program = path.join(dir, "node_modules", ".bin", "claude");
  if (!existsSync(program)) install(dir);
  return program;
}

function install(dir) {
  process.stderr.write(`Installing @anthropic-ai/claude-code@${VERSION} into ${dir}\n`);
  mkdirSync(dir, { recursive: true });
  writeFileSync(path.join(dir, "package.json"), '{ "private": true }\n');
  const { status } = spawnSync(
    "npm",
    ["install", "--no-audit", "--no-fund", "--no-save", `@anthropic-ai/claude-code@${VERSION}`],
    { cwd: dir, stdio: ["ignore", 2, 2] },
  );
  if (status !== 0) throw new Error(`npm install: expected exit code 0, found ${status}`);
}

const prepared = spawnSync(process.execPath, [path.join(root, "scripts", "prepare.mjs")], {
  cwd: root,
  stdio: "inherit",
});
if (prepared.status !== 0) process.exit(1);

const claude = findClaude();
const vitest = path.join(root, "node_modules", "vitest", "vitest.mjs");
const config = path.join(root, "server", "testing", "claude", "vitest.config.ts");
const report = path.join(root, "test-results", "claude.json");
rmSync(report, { force: true });
const { status } = spawnSync(
  process.execPath,
  [
    vitest,
    "run",
    "--config",
    config,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: "inherit", env: { ...process.env, CLAUDE_BIN: claude } },
);
const counts = readCounts();
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(status === 0 && counts.failed === 0 ? 0 : 1);

/** A run without a report, or a failure that no test explains, must never look like success. */
function readCounts() {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const found = JSON.parse(readFileSync(report, "utf8"));
  const broken = found.testResults.filter(
    (suite) => suite.status === "failed" && suite.assertionResults.length === 0,
  ).length;
  for (const failure of vitestFailures(found, root)) console.log(`  ✗ claude: ${failure}`);
  const failed = found.numFailedTests + broken;
  return { passed: found.numPassedTests, failed: failed === 0 && status !== 0 ? 1 : failed };
}
