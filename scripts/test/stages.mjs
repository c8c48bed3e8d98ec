import path from "node:path";
import { playwrightFailures, vitestFailures } from "./failures.mjs";
import { installSystemPrograms } from "./system-programs.mjs";

const node = process.execPath;

/** Vitest's own summary of all suites; `failed` counts a suite that could not be loaded, too. */
function countVitest(report) {
  const brokenSuites = report.testResults.filter(
    (suite) => suite.status === "failed" && suite.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenSuites.length,
  };
}

function countPlaywright(report) {
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length };
}

/** Gates that some test holds, by their code; one that none holds counts as failed. */
function countGates(report) {
  const gates = Object.values(report);
  const passed = gates.filter((tests) => tests.length > 0).length;
  return { passed, failed: gates.length - passed };
}

/**
 * The stages in the order in which they run: quick ones first, the browser last.
 * @param {string} root
 * @returns {import("./run-stage.mjs").Stage[]}
 */
export function describeStages(root) {
  const script = (name, ...args) => [node, path.join(root, "scripts", name), ...args];
  const bin = (file, ...args) => [node, path.join(root, "node_modules", file), ...args];

  const vitest = (name) => ({
    name,
    commands: [
      bin(
        "vitest/vitest.mjs",
        "run",
        "--project",
        name,
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=test-results/${name}.json`,
      ),
    ],
    report: {
      file: `test-results/${name}.json`,
      count: countVitest,
      failures: (report) => vitestFailures(report, root),
    },
  });

  return [
    { name: "prepare", isAlways: true, commands: [script("prepare.mjs")] },
    { name: "system", commands: [], before: installSystemPrograms },
    { name: "format", commands: [bin("prettier/bin/prettier.cjs", "--check", ".")] },
    { name: "lint", commands: [bin("oxlint/bin/oxlint", "--type-aware")] },
    {
      name: "types",
      commands: [bin("next/dist/bin/next", "typegen"), bin("typescript/bin/tsc", "--noEmit")],
      env: { NEXT_TELEMETRY_DISABLED: "1" },
    },
    { name: "boundaries", commands: [script("boundaries.mjs")] },
    { name: "unused", commands: [bin("knip/bin/knip.js")] },
    { name: "versions", commands: [script("version-floors.mjs")] },
    vitest("unit"),
    {
      name: "gates",
      commands: [script("mutate-gates.mjs", "--json", "test-results/gates.json")],
      report: { file: "test-results/gates.json", count: countGates },
    },
    vitest("db"),
    // Process and browser tests run what people run: the bundles and the built pages.
    { name: "build", commands: [script("prepare.mjs", "--build")] },
    vitest("proc"),
    {
      name: "e2e",
      commands: [bin("@playwright/test/cli.js", "test")],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(root, "test-results/e2e.json") },
      report: {
        file: "test-results/e2e.json",
        count: countPlaywright,
        failures: playwrightFailures,
      },
    },
  ];
}
