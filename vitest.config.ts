import { defineConfig } from "vitest/config";

const ignored = ["**/node_modules/**", "**/dist/**", "**/.next/**", "e2e/**"];
const sources = (ending: string) => [`{server,app,bench}/**/*.${ending}`];

export default defineConfig({
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    // Small machines: two files at a time leave room for the database server and real processes.
    maxWorkers: 2,
    pool: "forks",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: sources("test.{ts,tsx}"),
          exclude: [...ignored, "**/*.db.test.ts", "**/*.proc.test.ts", "**/*.claude.test.ts"],
          pool: "threads",
          // Property tests beside other work; none of them measures time.
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: "db",
          include: sources("db.test.ts"),
          exclude: ignored,
          globalSetup: "server/testing/global-setup.ts",
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "proc",
          include: sources("proc.test.ts"),
          exclude: ignored,
          globalSetup: "server/testing/global-setup.ts",
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
