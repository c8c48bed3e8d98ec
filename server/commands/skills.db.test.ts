import { mkdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemActor } from "#server/contracts/actor.ts";
import { isFailure } from "#server/contracts/failure.ts";
import { sha256Hex } from "#server/lib/ids.ts";
import { readSkill, readSkillHistory, readSkillText } from "#server/queries/skill.ts";
import { listSkills } from "#server/queries/list-skills.ts";
import { createProjectFixture } from "#server/testing/builders.ts";
import type { ProjectFixture } from "#server/testing/builders.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { makeScratchFolder } from "#server/testing/scratch-folder.ts";
import { deleteSkill } from "./delete-skill.ts";
import { saveSkill } from "./save-skill.ts";
import { scanSkills } from "./scan-skills.ts";

let test: TestDatabase;
let scratch: Awaited<ReturnType<typeof makeScratchFolder>>;
let fixture: ProjectFixture;
let workspace: string;
const now = new Date("2026-05-01T10:00:00Z");

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  scratch = await makeScratchFolder("skills");
  workspace = await realpath(scratch.path);
  fixture = await createProjectFixture(test.database, { workspacePath: workspace });
});
afterEach(() => scratch.remove());

async function file(name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(workspace, name)), { recursive: true });
  await writeFile(path.join(workspace, name), text);
}
const scan = (actor: Parameters<typeof scanSkills>[2] = fixture.owner) =>
  scanSkills(test.database, fixture.project.id, actor, now);
const save = (
  agent: string,
  content: string,
  stamp: string | null,
  openSessions?: "fresh" | "send" | "keep",
) =>
  saveSkill(
    test.database,
    fixture.project.id,
    fixture.owner,
    { agent, content, stamp, openSessions },
    now,
  );
const read = (agent: string) => readSkill(test.database, fixture.project, agent);
const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isFailure(error)) throw error instanceof Error ? error : new Error("expected a refusal");
  return { status: error.status, code: error.code, details: error.details };
};
async function activities(): Promise<string[]> {
  const rows = await test.database.prisma.activity.findMany({
    where: { projectId: fixture.project.id },
    orderBy: { revision: "asc" },
  });
  return rows.map((row) => row.kind).filter((kind) => kind.startsWith("skill"));
}

describe("scanSkills", () => {
  it("finds each agent once, in the order of places, and makes it a member", async () => {
    await file(
      ".agents/skills/programmer.md",
      "---\nname: The Programmer\ntype: coder\nmodel: opus\n---\nnew place",
    );
    await file("skills/programmer.md", "second place");
    await file("skills/writer.md", "writer");
    await file(".agents/programmer/SKILL.md", "third place");
    await file(".agents/janitor/SKILL.md", "janitor");
    await file(".agents/channel/SKILL.md", "not an agent");
    await file(".agents/skills/Bad Name.md", "x");
    await file(".agents/skills/owner.md", "x");
    await file(".agents/skills/notes.txt", "x");
    const answer = await scan();
    expect(answer).toMatchObject({
      added: ["janitor", "programmer", "writer"],
      changed: [],
      removed: [],
    });
    expect(answer.ignored.map((ignored) => ignored.path).sort()).toEqual([
      ".agents/skills/Bad Name.md",
      ".agents/skills/owner.md",
    ]);
    const skill = await read("programmer");
    expect(skill).toMatchObject({
      path: ".agents/skills/programmer.md",
      version: 1,
      frontMatter: { model: "opus", type: "coder" },
    });
    const members = await test.database.prisma.member.findMany({
      where: { projectId: fixture.project.id, kind: "agent" },
      orderBy: { slug: "asc" },
    });
    expect(members.map((member) => [member.slug, member.name, member.agentType])).toEqual([
      ["janitor", "janitor", null],
      ["programmer", "The Programmer", "coder"],
      ["writer", "writer", null],
    ]);
    expect(await activities()).toEqual(["skill_seen"]);
    expect(await scan()).toMatchObject({ added: [], changed: [], removed: [] });
    expect(await activities()).toEqual(["skill_seen"]);
  });

  it("reads skills/ only where .agents/ exists", async () => {
    await file("skills/writer.md", "writer");
    expect((await scan()).added).toEqual([]);
  });

  it("counts versions of a text that changes on disk, and forgets a file that is gone", async () => {
    await file(".agents/skills/writer.md", "one");
    await scan();
    await file(".agents/skills/writer.md", "two");
    expect(await readSkillText(test.database, fixture.project, "writer")).toMatchObject({
      content: "two",
      version: 2,
    });
    expect((await scan(systemActor)).changed).toEqual(["writer"]);
    const history = await readSkillHistory(test.database, fixture.project.id, "writer", 10);
    expect(history.map((row) => [row.version, row.content, row.savedBy])).toEqual([
      [2, "two", "disk"],
      [1, "one", "owner"],
    ]);
    await rm(path.join(workspace, ".agents/skills/writer.md"));
    expect((await scan(systemActor)).removed).toEqual(["writer"]);
    expect(await readSkillText(test.database, fixture.project, "writer")).toBeNull();
    await file(".agents/skills/writer.md", "three");
    await scan(systemActor);
    expect((await read("writer")).version).toBe(3);
  });

  it("does not take links, hard or symbolic, for skills", async () => {
    await file("elsewhere.md", "secret");
    await mkdir(path.join(workspace, ".agents/skills"), { recursive: true });
    await symlink(
      path.join(workspace, "elsewhere.md"),
      path.join(workspace, ".agents/skills/sly.md"),
    );
    expect((await scan()).added).toEqual([]);
    expect(await readSkillText(test.database, fixture.project, "sly")).toBeNull();
  });

  it("leaves guards as they were when no person changed the file, until one accepts it (rule 5)", async () => {
    await file(".agents/skills/helper.md", "---\nmaxTurns: 10\nallowedTools: [Read]\n---\nhelp");
    await scan();
    await file(
      ".agents/skills/helper.md",
      "---\nmaxTurns: 500\nallowedTools: [Read, Bash]\nsupervisor: true\ntrust: everything\n---\nhelp more",
    );
    await scan(systemActor);
    const row = () =>
      test.database.prisma.skill.findUniqueOrThrow({
        where: { projectId_agent: { projectId: fixture.project.id, agent: "helper" } },
      });
    expect((await row()).frontMatter).toEqual({ maxTurns: 10, allowedTools: ["Read"] });
    const [waiting] = await test.database.prisma.inboxItem.findMany({
      where: { projectId: fixture.project.id, closedAt: null },
    });
    expect(waiting).toMatchObject({ kind: "guard_loosened" });
    await scan(systemActor);
    expect((await row()).frontMatter).toEqual({ maxTurns: 10, allowedTools: ["Read"] });
    await scan(fixture.owner);
    expect((await row()).frontMatter).toMatchObject({
      maxTurns: 500,
      supervisor: true,
      trust: "everything",
    });
    expect((await row()).version).toBe(2);
    expect(
      await test.database.prisma.inboxItem.count({
        where: { projectId: fixture.project.id, closedAt: null },
      }),
    ).toBe(0);
  });
});

describe("saveSkill", () => {
  it("writes a new file, then the next version with its stamp", async () => {
    const first = await save("programmer", "one", null);
    expect(first).toMatchObject({
      path: ".agents/skills/programmer.md",
      version: 1,
      stamp: sha256Hex("one"),
    });
    const second = await save("programmer", "two", first.stamp, "send");
    expect(second.version).toBe(2);
    expect(await readFile(path.join(workspace, ".agents/skills/programmer.md"), "utf8")).toBe(
      "two",
    );
    const project = await test.database.prisma.project.findUniqueOrThrow({
      where: { id: fixture.project.id },
    });
    expect(project.skillChange).toBe("send");
    expect(await activities()).toEqual(["skill_saved", "skill_saved"]);
    expect(await scan(systemActor)).toMatchObject({ added: [], changed: [] });
  });

  it("writes where the agent's skill lies already", async () => {
    await file(".agents/janitor/SKILL.md", "old");
    await scan();
    await save("janitor", "new", sha256Hex("old"));
    expect(await readFile(path.join(workspace, ".agents/janitor/SKILL.md"), "utf8")).toBe("new");
  });

  it("refuses a stale stamp with both texts and changes nothing (R-22)", async () => {
    await save("programmer", "one", null);
    await file(".agents/skills/programmer.md", "edited outside");
    expect(await refusalOf(save("programmer", "mine", sha256Hex("one")))).toEqual({
      status: 409,
      code: "STAMP_STALE",
      details: { mine: "mine", theirs: "edited outside", stamp: sha256Hex("edited outside") },
    });
    expect(await refusalOf(save("programmer", "mine", null))).toMatchObject({ status: 409 });
    expect(await readFile(path.join(workspace, ".agents/skills/programmer.md"), "utf8")).toBe(
      "edited outside",
    );
    expect(await activities()).toEqual(["skill_saved"]);
  });

  it("lets exactly one of many editors with the same stamp win", async () => {
    const { stamp } = await save("programmer", "start", null);
    const texts = Array.from({ length: 12 }, (_, index) => `text ${index}`);
    const results = await Promise.all(
      texts.map((text) =>
        save("programmer", text, stamp).then(
          () => text,
          () => null,
        ),
      ),
    );
    const winners = results.filter((text) => text !== null);
    expect(winners).toHaveLength(1);
    expect(await readFile(path.join(workspace, ".agents/skills/programmer.md"), "utf8")).toBe(
      winners[0],
    );
    expect(
      (await readSkillHistory(test.database, fixture.project.id, "programmer", 20)).map(
        (row) => row.version,
      ),
    ).toEqual([2, 1]);
  });

  it("takes 256 KiB and refuses a byte more, NUL, bad names and a link in the way", async () => {
    expect((await save("big", "x".repeat(262_144), null)).version).toBe(1);
    expect(await refusalOf(save("bigger", `${"x".repeat(262_142)}\u00e9x`, null))).toMatchObject({
      status: 413,
    });
    expect(await refusalOf(save("nul", "a\0b", null))).toMatchObject({ status: 400 });
    for (const name of ["../x", "Owner", "owner", ".git", "a/b", ""]) {
      expect(await refusalOf(save(name, "x", null))).toMatchObject({
        status: 400,
        code: "SKILL_NAME",
      });
    }
    await rm(path.join(workspace, ".agents"), { recursive: true });
    await mkdir(path.join(workspace, "other"));
    await symlink(path.join(workspace, "other"), path.join(workspace, ".agents"));
    expect(await refusalOf(save("sly", "x", null))).toMatchObject({
      status: 422,
      code: "PATH_REFUSED",
    });
  });

  it("refuses a project without a folder", async () => {
    const bare = await createProjectFixture(test.database, { name: "Bare" });
    const refused = saveSkill(
      test.database,
      bare.project.id,
      fixture.owner,
      { agent: "a", content: "x", stamp: null },
      now,
    );
    expect(await refusalOf(refused)).toMatchObject({ status: 422, code: "WORKSPACE_INVALID" });
  });
});

describe("deleteSkill and listSkills", () => {
  it("deletes the file and keeps versions and member", async () => {
    await save("programmer", "one", null);
    expect(await listSkills(test.database, fixture.project)).toMatchObject([
      { agent: "programmer", version: 1, runs: 0, level: "edit" },
    ]);
    await deleteSkill(test.database, fixture.project.id, fixture.owner, "programmer");
    expect(await refusalOf(read("programmer"))).toMatchObject({
      status: 404,
      code: "SKILL_UNKNOWN",
    });
    expect(
      await refusalOf(deleteSkill(test.database, fixture.project.id, fixture.owner, "programmer")),
    ).toMatchObject({ status: 404 });
    expect(await readSkillHistory(test.database, fixture.project.id, "programmer", 5)).toHaveLength(
      1,
    );
    expect(await listSkills(test.database, fixture.project)).toEqual([]);
    expect((await save("programmer", "again", null)).version).toBe(2);
  });
});
