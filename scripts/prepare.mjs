/**
 * Makes a checkout ready to run: dependencies from the lockfile, the Prisma client and, with
 * `--build`, the programs in dist/ and the pages in .next/. Every step is skipped when its inputs
 * have not changed; `--force` builds anyway. Node built-ins only, since it runs before anything is
 * installed.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { ensureDependencies } from "./prepare/dependencies.mjs";
import { withLock } from "./prepare/lock.mjs";
import { buildPages } from "./prepare/pages.mjs";
import { generatePrismaClient } from "./prepare/prisma-client.mjs";
import { buildPrograms } from "./prepare/programs.mjs";
import { runStep } from "./prepare/step.mjs";

const root = path.resolve(import.meta.dirname, "..");
const wantsBuild = process.argv.includes("--build");
const isForced = process.argv.includes("--force");

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node.js: expected 20.19 or newer, found ${process.versions.node}`);
  process.exit(1);
}

try {
  await withLock(path.join(root, ".cache"), async () => {
    await runStep("Dependencies", () => ensureDependencies(root));
    await runStep("Database client", () => generatePrismaClient(root));
    if (!wantsBuild) return;
    await runStep("Programs", () => buildPrograms(root, isForced));
    if (existsSync(path.join(root, "app"))) {
      await runStep("Pages", () => buildPages(root, isForced));
    }
  });
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
