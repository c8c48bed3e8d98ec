import type { TestProject } from "vitest/node";
import { startTestPostgres } from "./postgres.ts";
import type { TestPostgres } from "./postgres.ts";

// The projects db and proc both name this file and share the one server of this vitest run.
let users = 0;
let starting: Promise<TestPostgres> | undefined;

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  users += 1;
  starting ??= startTestPostgres();
  const server = await starting;
  project.provide("postgresAdminUrl", server.adminUrl);
  return async () => {
    users -= 1;
    if (users > 0) return;
    starting = undefined;
    await server.stop();
  };
}
