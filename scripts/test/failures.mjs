import path from "node:path";

/**
 * One line per failed test of a Vitest report: file, name and the first line of what it said. A
 * suite that could not be loaded is one line too.
 * @param {object} report Vitest's JSON reporter
 * @param {string} root file names are given relative to it
 * @returns {string[]}
 */
export function vitestFailures(report, root) {
  return report.testResults.flatMap((suite) => {
    const file = path.relative(root, suite.name);
    const failed = suite.assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0 && suite.status === "failed") {
      return [describe(file, "could not be loaded", suite.message)];
    }
    return failed.map((test) => describe(file, test.fullName, test.failureMessages?.[0]));
  });
}

/**
 * The same for a Playwright report; a test that passed only when tried again counts as failed.
 * @param {object} report Playwright's JSON reporter
 * @returns {string[]}
 */
export function playwrightFailures(report) {
  const broken = report.errors.map((error) => describe("playwright", "error", error.message));
  return [...broken, ...report.suites.flatMap(failuresOf)];
}

function failuresOf(suite) {
  const own = (suite.specs ?? [])
    .filter((spec) => !spec.ok)
    .map((spec) => {
      const results = spec.tests.flatMap((test) => test.results);
      return describe(`e2e/${spec.file}`, spec.title, results.find(hasError)?.error.message);
    });
  return [...own, ...(suite.suites ?? []).flatMap(failuresOf)];
}

function hasError(result) {
  return result.error !== undefined;
}

function describe(file, title, message) {
  const said = (message ?? "")
    .replaceAll(/\u001B\[[0-9;]*m/gu, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, 3)
    .join(" | ");
  return said === "" ? `${file} › ${title}` : `${file} › ${title}: ${said.slice(0, 300)}`;
}
