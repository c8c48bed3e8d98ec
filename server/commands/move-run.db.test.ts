import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createProjectFixture } from "../testing/builders.ts";
import { recordStatements } from "../testing/count-statements.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { moveRun } from "./move-run.ts";

let test: TestDatabase;
let ids: string[];

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  const { project } = await createProjectFixture(test.database);
  ids = ["a", "b", "c"].map((name) => `${name}-${project.id}`);
  await test.database.prisma.run.createMany({
    data: ids.map((id) => ({
      id,
      projectId: project.id,
      agent: "programmer",
      automationId: id,
      cause: "trigger",
      causeText: {},
      prompt: "",
      maxTurns: 1,
      permissionLevel: "edit",
      timeoutSeconds: 1,
      cwd: "/",
      contract: {},
      contractHash: "",
      admittedRevision: 0,
      groupName: id,
      state: "starting",
      fence: 1,
    })),
  });
});

const begin = (id: string, fence = 1) =>
  moveRun(test.database, { id, fence, from: ["starting"], to: "running" });
const states = async () =>
  (
    await test.database.prisma.run.findMany({ where: { id: { in: ids } }, orderBy: { id: "asc" } })
  ).map(({ state, startedAt }) => [state, startedAt !== null]);

it("makes steps of several runs that come at once by one statement, each with its own fence", async () => {
  const [a = "", b = "", c = ""] = ids;
  let answers: boolean[] = [];
  const statements = await recordStatements(async () => {
    answers = await Promise.all([begin(a), begin(b, 7), begin(c)]);
  });
  expect(answers).toEqual([true, false, true]);
  expect(statements.filter((text) => text.includes('UPDATE "Run"'))).toHaveLength(1);
  expect(await states()).toEqual([
    ["running", true],
    ["starting", false],
    ["running", true],
  ]);
});

it("makes two steps of one run in their order", async () => {
  const [a = ""] = ids;
  const end = moveRun(test.database, { id: a, fence: 1, from: ["running"], to: "ending" });
  // Asked for first, it comes too early.
  expect(await Promise.all([end, begin(a)])).toEqual([false, true]);
  const more = { id: a, fence: 1, from: ["running" as const], to: "ending" as const };
  const [first, second] = await Promise.all([
    moveRun(test.database, more),
    moveRun(test.database, more),
  ]);
  expect([first, second]).toEqual([true, false]);
  expect((await states())[0]).toEqual(["ending", true]);
});
