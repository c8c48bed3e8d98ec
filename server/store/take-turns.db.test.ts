import { afterAll, beforeAll, expect, it } from "vitest";
import { createProjectFixture } from "../testing/builders.ts";
import type { ProjectFixture } from "../testing/builders.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { inTransaction } from "./transaction.ts";

let test: TestDatabase;
let fixture: ProjectFixture;
const warnings: string[] = [];
const remember = ({ message }: Error): void => void warnings.push(message);

beforeAll(async () => {
  // Such a warning comes once in a process: from the first moment on.
  process.on("warning", remember);
  test = await createTestDatabase();
  fixture = await createProjectFixture(test.database, { tickets: [{ title: "a" }, {}, {}] });
});
afterAll(async () => {
  process.off("warning", remember);
  await test.close();
});

it("many relations of a row are read in a transaction without two statements at once", async () => {
  const ticket = await inTransaction(test.database, (tx) =>
    tx.ticket.findUniqueOrThrow({
      where: { id: fixture.tickets[0]?.id ?? 0 },
      include: { labels: true, comments: true, runs: true, project: true, column: true },
    }),
  );
  expect([ticket.title, ticket.project.id]).toEqual(["a", fixture.project.id]);
  // A warning is told in the next turn of the event loop.
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});

it("a statement that fails lets the next ones through, in their order", async () => {
  const client = await test.database.pool.connect();
  try {
    const answers = await Promise.allSettled([
      client.query<{ a: number }>("SELECT 1 AS a"),
      client.query("SELECT nothing"),
      client.query<{ a: number }>("SELECT 2 AS a"),
      client.query<{ a: number }>("SELECT 3 AS a"),
    ]);
    expect(
      answers.map((answer) => (answer.status === "fulfilled" ? answer.value.rows[0] : "failed")),
    ).toEqual([{ a: 1 }, "failed", { a: 2 }, { a: 3 }]);
  } finally {
    client.release();
  }
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});
