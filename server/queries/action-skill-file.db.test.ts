import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import type { TestDatabase } from "../testing/database.ts";
import { admitByRule, pretendWorker } from "../worker/fixtures/admission.ts";
import { createEngineProject } from "../worker/fixtures/project.ts";
import type { EngineProject } from "../worker/fixtures/project.ts";
import { readDispatchSnapshot } from "./dispatch-snapshot.ts";

let test: TestDatabase;
let project: EngineProject;

beforeAll(async () => {
  test = await createTestDatabase();
  await pretendWorker(test.database);
});
afterAll(() => test.close());
afterEach(async () => {
  await project.workspace.remove();
  await test.database.prisma.project.deleteMany();
});

const rule = (id: string, skillFile: string, agent = "tester") => ({
  id,
  trigger: { type: "ticketInColumn", columns: ["Todo"] },
  actions: [{ type: "runAgent", agent, skillFile }],
});
const inside = (name: string) => path.join(project.workspace.path, name);
async function write(name: string, text = "You test.\n"): Promise<void> {
  await mkdir(path.dirname(inside(name)), { recursive: true });
  await writeFile(inside(name), text);
}
const problems = async () =>
  (await readDispatchSnapshot(test.database.prisma, project.project.id)).project.skillFileProblems;
const start = (id: string) =>
  admitByRule(test.database, project.project.id, project.tickets[0]?.id ?? 0, id);

it("a run whose skill file is not there is refused, not started and retried", async () => {
  project = await createEngineProject(test.database, {
    agents: ["tester"],
    tickets: [{ status: "Todo", assignedTo: "tester" }],
    rules: [rule("test", "team/tester.md")],
  });
  const refused = await start("test");
  expect(refused).toMatchObject({
    kind: "refused",
    refusal: {
      code: "AGENT_UNAVAILABLE",
      actual: { why: "no_skill_file", agent: "tester", file: "team/tester.md" },
    },
  });
  expect(await test.database.prisma.run.count()).toBe(0);
  await write("team/tester.md");
  expect((await start("test")).kind).toBe("admitted");
});

it("an agent with a skill of its own goes on with that", async () => {
  project = await createEngineProject(test.database, {
    tickets: [{ status: "Todo" }],
    rules: [rule("code", "team/programmer.md", "programmer")],
  });
  expect(await problems()).toEqual({ "team/programmer.md": "missing" });
  expect((await start("code")).kind).toBe("admitted");
});

it("names are filled in for every agent, links and files outside are refused, and changes seen", async () => {
  project = await createEngineProject(test.database, {
    agents: ["tester"],
    skills: { programmer: "You write code.\n" },
    rules: [
      rule("each", "team/{assignee}.md"),
      rule("ticket", "team/{ticketId}.md"),
      rule("link", "link.md"),
      rule("outside", "/etc/hostname"),
      rule("above", "../above.md"),
    ],
  });
  await write("team/programmer.md");
  await symlink("team/programmer.md", inside("link.md"));
  const always = { "/etc/hostname": "refused", "../above.md": "refused" };
  expect(await problems()).toEqual({
    ...always,
    "team/tester.md": "missing",
    "link.md": "refused",
  });
  await write("team/tester.md");
  await rm(inside("team/programmer.md"));
  await rm(inside("link.md"));
  await write("link.md");
  expect(await problems()).toEqual({ ...always, "team/programmer.md": "missing" });
});
