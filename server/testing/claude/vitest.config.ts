import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Only for `npm run test:claude`: these files end in `.claude.test.ts` and need the real CLI. */
export default defineConfig({
  root: path.resolve(fileURLToPath(new URL("../../..", import.meta.url))),
  test: {
    name: "claude",
    include: ["server/testing/claude/**/*.claude.test.ts"],
    globalSetup: "server/testing/global-setup.ts",
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
