import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "#server/contracts/actor.ts";
import type { FolderInspection, Project } from "#server/contracts/project.ts";
import { folderInspectionSchema, projectSchema } from "#server/contracts/project.ts";
import type { Board, Member } from "#server/contracts/ticket.ts";
import { setDatabase } from "#server/store/client.ts";
import { agentActor, createOwner } from "#server/testing/builders.ts";
import { callRoute } from "#server/testing/call-route.ts";
import type { RouteCall } from "#server/testing/call-route.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { GET as inspect } from "../inspect/route.ts";
import { GET as readBoard } from "./[slug]/board/route.ts";
import { GET as listMembers } from "./[slug]/members/route.ts";
import { POST as pause } from "./[slug]/pause/route.ts";
import { DELETE as remove, GET as read, PATCH as patch } from "./[slug]/route.ts";
import { GET as list, POST as create } from "./route.ts";

let test: TestDatabase;
let scratch: string;
let owner: Awaited<ReturnType<typeof createOwner>>;

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), "signalbox-open-"));
  process.env["SIGNALBOX_DATA_DIR"] = path.join(scratch, "data");
  await mkdir(path.join(scratch, "data"));
  test = await createTestDatabase();
  setDatabase(test.database);
  owner = await createOwner(test.database);
});
afterAll(async () => {
  await test.close();
  await rm(scratch, { recursive: true });
});
beforeEach(async () => {
  for (const { id } of await test.database.prisma.project.findMany()) {
    await test.database.prisma.ticket.deleteMany({ where: { projectId: id } });
    await test.database.prisma.project.delete({ where: { id } });
  }
});

async function folder(name: string, files: Record<string, string> = {}): Promise<string> {
  const root = path.join(scratch, `${name}-${Math.random().toString(36).slice(2)}`);
  await mkdir(root, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  return root;
}

const open = (body: object, call: Partial<RouteCall> = {}) =>
  callRoute(create, { actor: owner, method: "POST", body, ...call });
const membersOf = async (slug: string) =>
  (await callRoute(listMembers, { actor: owner, params: { slug } })).body as Member[];

const todoRule = {
  id: "go",
  trigger: { type: "ticketInColumn", columns: ["Todo"], assigneeSlug: "programmer" },
  actions: [{ type: "runAgent", agent: "programmer" }],
};

describe("POST /projects", () => {
  it("makes a board without a folder, with the default columns and owner as member", async () => {
    const reply = await open({ name: "Mein Büro!", template: "x" });

    expect(reply.status).toBe(201);
    expect(projectSchema.parse(reply.body)).toMatchObject({
      name: "Mein Büro!",
      slug: "mein-b-ro",
      workspacePath: null,
      isPaused: false,
      permissionLevel: "edit",
      isDemo: false,
      revision: 1,
    });
    expect(reply.headers.get("location")).toBe("/api/projects/mein-b-ro");
    expect(reply.headers.get("x-ignored-fields")).toBe("template");
    const board = (await callRoute(readBoard, { actor: owner, params: { slug: "mein-b-ro" } }))
      .body as Board;
    expect(board.columns.map(({ id, name, role, count }) => [id, name, role, count])).toEqual([
      [1, "Backlog", "normal", 0],
      [2, "Todo", "normal", 0],
      [3, "InProgress", "normal", 0],
      [4, "Blocked", "blocked", 0],
      [5, "Review", "review", 0],
      [6, "Done", "done", 0],
    ]);
    expect(await membersOf("mein-b-ro")).toMatchObject([{ slug: "owner", kind: "person" }]);
  });

  it("numbers taken slugs", async () => {
    const slugs = await Promise.all(
      [1, 2, 3].map(async () => ((await open({ name: "Same" })).body as Project).slug),
    );
    expect(slugs.sort()).toEqual(["same", "same-2", "same-3"]);
    expect(((await open({ name: "!!!" })).body as Project).slug).toBe("project");
  });

  it("makes a folder with automations and skills a live board and writes nothing into it", async () => {
    const root = await folder("live", {
      ".agents/automations.json": JSON.stringify({ dailyBudgetUsd: 3, automations: [todoRule] }),
      ".agents/skills/programmer.md": "---\ntype: coder\n---\nYou program.\n",
      "package.json": JSON.stringify({ scripts: { test: "t", build: "b", start: "s" } }),
    });
    const reply = await open({ name: "Live", workspacePath: root });

    expect(reply).toMatchObject({
      status: 201,
      body: {
        isPaused: false,
        workspacePath: root,
        budget: { capUsd: 3 },
        allowedCommands: ["npm test", "npm run build", "git add", "git commit"],
      },
    });
    expect(await membersOf("live")).toMatchObject([
      { slug: "owner" },
      { slug: "programmer", kind: "agent", type: "coder", hasSkill: true },
    ]);
    const file = await test.database.prisma.automationFile.findFirstOrThrow();
    expect(file.liveText).toContain("dailyBudgetUsd");
    expect(await readFile(path.join(root, ".agents/skills/programmer.md"), "utf8")).toContain(
      "You program.",
    );
  });

  it("writes the starter kit with the chosen cap, overwrites nothing, and makes the first ticket", async () => {
    const root = await folder("kit", { ".agents/skills/reviewer.md": "Mine.\n" });
    const reply = await open({
      name: "Kit",
      workspacePath: root,
      starterKit: ["programmer", "reviewer"],
      dailyBudgetUsd: 4.5,
      permissionLevel: "ask",
      isolation: "worktree",
      firstTicket: true,
      timeZone: "Europe/Paris",
    });

    expect(reply).toMatchObject({
      status: 201,
      body: {
        permissionLevel: "ask",
        isolation: "worktree",
        timeZone: "Europe/Paris",
        budget: { capUsd: 4.5 },
      },
    });
    expect(await readFile(path.join(root, ".agents/skills/reviewer.md"), "utf8")).toBe("Mine.\n");
    expect(await readFile(path.join(root, ".agents/automations.json"), "utf8")).toContain(
      '"dailyBudgetUsd": 4.5',
    );
    expect((await membersOf("kit")).map((member) => member.slug).sort()).toEqual([
      "owner",
      "programmer",
      "reviewer",
    ]);
    const board = (await callRoute(readBoard, { actor: owner, params: { slug: "kit" } }))
      .body as Board;
    expect(board.columns[0]?.cards).toMatchObject([
      { id: 1, status: "Backlog", assignedTo: "programmer", state: null },
    ]);
  });

  it("leaves out rules that run an agent that was not chosen", async () => {
    const root = await folder("one");
    await open({ name: "One", workspacePath: root, starterKit: ["programmer"] });
    const text = await readFile(path.join(root, ".agents/automations.json"), "utf8");
    expect(text).toContain('"agent": "programmer"');
    expect(text).not.toContain('"agent": "reviewer"');
  });

  it("opens with a broken automations.json and says so", async () => {
    const root = await folder("broken", { ".agents/automations.json": "{ nope" });
    expect((await open({ name: "Broken", workspacePath: root })).status).toBe(201);
    const file = await test.database.prisma.automationFile.findFirstOrThrow();
    expect(file.liveText).toBeNull();
    expect(JSON.stringify(file.problems)).not.toBe("[]");
  });

  it("gives a folder to one project only, links and nested folders included", async () => {
    const root = await folder("taken", { "inner/file": "" });
    await symlink(root, `${root}-link`);
    expect((await open({ name: "First", workspacePath: root })).status).toBe(201);
    for (const workspacePath of [root, `${root}/`, `${root}-link`, `${root}/inner`]) {
      expect(await open({ name: "Second", workspacePath })).toMatchObject({
        status: 409,
        body: { code: "FOLDER_TAKEN", details: { project: "first" } },
      });
    }
    expect((await open({ name: "Sibling", workspacePath: await folder("taken") })).status).toBe(
      201,
    );
    expect(await test.database.prisma.project.count()).toBe(2);
  });

  it("lets only one of two racing requests have the folder", async () => {
    const root = await folder("race");
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => open({ name: "Race", workspacePath: root })),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409, 409, 409]);
  });

  it("refuses what cannot be a workspace", async () => {
    const root = await folder("plain", { file: "" });
    for (const workspacePath of [
      "/",
      process.env["HOME"] ?? "/root",
      "relative",
      path.join(scratch, "data"),
      path.join(scratch, "nowhere"),
      path.join(root, "file"),
    ]) {
      expect(await open({ name: "X", workspacePath })).toMatchObject({
        status: 422,
        body: { code: "WORKSPACE_INVALID" },
      });
    }
    process.env["SIGNALBOX_ROOTS"] = path.join(scratch, "data");
    expect(await open({ name: "X", workspacePath: root })).toMatchObject({
      status: 422,
      body: { code: "WORKSPACE_INVALID" },
    });
    delete process.env["SIGNALBOX_ROOTS"];
    expect(await test.database.prisma.project.count()).toBe(0);
  });

  it("is for owners", async () => {
    const member = { ...owner, role: "member" as const, isMaintainer: true };
    expect((await open({ name: "X" }, { actor: member })).status).toBe(403);
    expect((await open({ name: "X" }, { actor: null })).status).toBe(401);
  });
});

describe("a project", () => {
  it("is listed by name, changed by what is sent, paused by a toggle and deleted", async () => {
    await open({ name: "Zoo" });
    await open({ name: "Ark" });
    expect(
      ((await callRoute(list, { actor: owner })).body as Project[]).map((project) => project.name),
    ).toEqual(["Ark", "Zoo"]);
    const params = { slug: "zoo" };
    const change = (body: object) =>
      callRoute(patch, { actor: owner, method: "PATCH", params, body });

    expect(await change({ fallbackModel: "sonnet", answerWaitSeconds: 60 })).toMatchObject({
      status: 200,
      body: { fallbackModel: "sonnet", answerWaitSeconds: 60, name: "Zoo" },
    });
    expect(await change({ fallbackModel: " " })).toMatchObject({
      body: { fallbackModel: null, answerWaitSeconds: 60 },
    });
    expect(await change({ timeZone: "Nowhere/Land" })).toMatchObject({ status: 400 });
    expect((await callRoute(pause, { actor: owner, method: "POST", params })).body).toMatchObject({
      isPaused: true,
      pausedBy: "owner",
    });
    expect(
      (await callRoute(pause, { actor: owner, method: "POST", params, body: { paused: true } }))
        .body,
    ).toMatchObject({ isPaused: true });
    expect((await callRoute(pause, { actor: owner, method: "POST", params })).body).toMatchObject({
      isPaused: false,
      pausedBy: null,
    });
    expect((await callRoute(remove, { actor: owner, method: "DELETE", params })).status).toBe(204);
    expect((await callRoute(read, { actor: owner, params })).status).toBe(404);
  });

  it("lets only an owner say where rules may call", async () => {
    await open({ name: "Calls" });
    const change = (actor: Actor, allowedHosts: unknown) =>
      callRoute(patch, {
        actor,
        method: "PATCH",
        params: { slug: "calls" },
        body: { allowedHosts },
      });
    const maintainer: Actor = { ...owner, role: "member", isMaintainer: true };
    expect(await change(maintainer, ["api.example.com"])).toMatchObject({
      status: 403,
      body: { code: "NOT_ALLOWED" },
    });
    expect(await change(owner, ["API.example.com", "127.0.0.1:8080", "[::1]:80"])).toMatchObject({
      status: 200,
      body: { allowedHosts: ["api.example.com", "127.0.0.1:8080", "[::1]:80"] },
    });
    for (const bad of ["http://x.example", "x.example/path", "*", "a b", "user@x.example"]) {
      expect((await change(owner, [bad])).status).toBe(400);
    }
  });

  it("opens another folder like a new one", async () => {
    await open({ name: "Move" });
    const root = await folder("moved", { ".agents/skills/groomer.md": "Groom." });
    const reply = await callRoute(patch, {
      actor: owner,
      method: "PATCH",
      params: { slug: "move" },
      body: { workspacePath: root },
    });
    expect(reply).toMatchObject({ status: 200, body: { workspacePath: root } });
    expect((await membersOf("move")).map((member) => member.slug)).toContain("groomer");
  });

  it("is read by its own agents and changed by none", async () => {
    const project = (await open({ name: "Own" })).body as Project;
    await open({ name: "Other" });
    const agent = agentActor(project, "programmer");
    expect((await callRoute(read, { actor: agent, params: { slug: "own" } })).status).toBe(200);
    expect(await callRoute(read, { actor: agent, params: { slug: "other" } })).toMatchObject({
      status: 403,
      body: { code: "OTHER_PROJECT" },
    });
    expect(
      await callRoute(patch, {
        actor: agent,
        method: "PATCH",
        params: { slug: "own" },
        body: { name: "x" },
      }),
    ).toMatchObject({ status: 403, body: { code: "NOT_FOR_AGENTS" } });
    expect(
      (await callRoute(pause, { actor: agent, method: "POST", params: { slug: "own" } })).status,
    ).toBe(403);
  });
});

describe("GET /inspect", () => {
  const look = async (file: string) =>
    folderInspectionSchema.parse(
      (await callRoute(inspect, { actor: owner, query: { path: file } })).body,
    ) as FolderInspection;

  it("shows what a plain repository is and what would be written, and writes nothing", async () => {
    const root = await folder("repo", { Makefile: "test:\n\techo\nbuild: x\n", "a.txt": "a" });
    const canary = path.join(root, "canary");
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.org", ...args], {
        cwd: root,
      });
    git("init", "-q", "-b", "main");
    git("add", "a.txt", "Makefile");
    git("commit", "-qm", "first");
    git("config", "core.fsmonitor", `touch ${canary}; false`);
    await writeFile(path.join(root, ".gitattributes"), "*.txt filter=f\n");
    git("config", "filter.f.clean", `touch ${canary}; cat`);
    await writeFile(path.join(root, "a.txt"), "b");
    await writeFile(path.join(root, "new.txt"), "n");

    const found = await look(root);
    expect(found).toMatchObject({
      suggestedName: path.basename(root),
      isGit: true,
      branch: "main",
      changedFiles: 3,
      hasAgents: false,
      detectedCommands: ["make test", "make build", "git add", "git commit"],
      problem: null,
      takenBy: null,
    });
    expect(found.filesToWrite.map((file) => file.path)).toEqual([
      ".agents/skills/programmer.md",
      ".agents/skills/reviewer.md",
      ".agents/automations.json",
    ]);
    await expect(readFile(canary)).rejects.toThrow();
    await expect(readFile(path.join(root, ".agents/automations.json"))).rejects.toThrow();
  });

  it("shows what a folder with agents brings, and who has it", async () => {
    const root = await folder("agents", {
      ".agents/automations.json": JSON.stringify({
        automations: [{ ...todoRule, enabled: false, name: "Go" }],
      }),
      ".agents/programmer/SKILL.md": "---\ntype: coder\n---\nP",
    });
    await open({ name: "Has", workspacePath: root });
    expect(await look(root)).toMatchObject({
      hasAgents: true,
      skills: [{ agent: "programmer", path: ".agents/programmer/SKILL.md", type: "coder" }],
      automations: [{ id: "go", name: "Go", enabled: false }],
      filesToWrite: [],
      takenBy: "has",
    });
    expect((await look(path.join(scratch, "nowhere"))).problem).toContain("does not exist");
  });
});
