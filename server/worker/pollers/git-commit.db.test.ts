import { systemActor } from "#server/contracts/actor.ts";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { readAutomations } from "../../queries/automations-answer.ts";
import { readEngine } from "../../queries/engine.ts";
import { readTroubles } from "../../queries/troubles.ts";
import type { TestDatabase } from "../../testing/database.ts";
import type { WorkerContext } from "../context.ts";
import { endRun, pretendRunning } from "../fixtures/admission.ts";
import { openLooks, openScene, ruleOn } from "../fixtures/trigger-scene.ts";
import type { TriggerScene } from "../fixtures/trigger-scene.ts";

const run = promisify(execFile);
let test: TestDatabase;
let context: WorkerContext;
let scene: TriggerScene;

beforeAll(async () => {
  ({ test, context } = await openLooks());
});
afterAll(() => test.close());
afterEach(async () => {
  await scene.workspace.remove();
  await test.database.prisma.project.deleteMany();
});

interface CommitOptions {
  author?: string;
  committer?: { name: string; email: string };
  trailer?: string;
  at?: Date;
}

async function git(args: string[], env: Record<string, string> = {}): Promise<string> {
  const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"];
  const { stdout } = await run("git", [...identity, ...args], {
    cwd: scene.workspace.path,
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", ...env },
  });
  return stdout.trim();
}

async function commit(subject: string, options: CommitOptions = {}): Promise<string> {
  const { author, committer, trailer, at = new Date(Date.now() - 3_600_000) } = options;
  const message = trailer === undefined ? subject : `${subject}\n\nWhy.\n\n${trailer}`;
  const date = at.toISOString();
  await git(
    ["commit", "-q", "--allow-empty", "-m", message, ...(author ? ["--author", author] : [])],
    {
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
      ...(committer
        ? { GIT_COMMITTER_NAME: committer.name, GIT_COMMITTER_EMAIL: committer.email }
        : {}),
    },
  );
  return git(["rev-parse", "HEAD"]);
}

/** A scene in a repository with two commits, looked at once. */
async function open(trigger: object = {}): Promise<string> {
  scene = await openScene(test, context, [ruleOn("git", { type: "gitCommit", ...trigger })]);
  await git(["init", "-q", "-b", "main"]);
  await commit("one");
  const head = await commit("two");
  expect(await scene.poll()).toMatchObject({ owed: 0 });
  return head;
}

interface Payload {
  commits: { id: string; author: string; subject: string }[];
  commitCount: number;
}
const payload = async () => (await scene.owed())[0]?.payload as unknown as Payload | undefined;
const subjects = async () => (await payload())?.commits.map(({ subject }) => subject) ?? [];
const edge = async () =>
  (await test.database.prisma.automationState.findFirstOrThrow()).edge as {
    commit: string;
    notice?: { sentence: { text: string } } | null;
  };

it("history is not fired at first contact; new commits make one firing", async () => {
  const head = await open();
  expect((await edge()).commit).toBe(head);
  await commit("three");
  const newest = await commit("four, with späce");
  expect(await scene.poll()).toMatchObject({ owed: 1 });
  expect(await payload()).toMatchObject({
    commitCount: 2,
    range: { from: head, to: newest },
    commits: [
      { id: newest, author: "Ann", email: "ann@example.org", subject: "four, with späce" },
      { subject: "three" },
    ],
  });
  expect(await scene.poll()).toMatchObject({ owed: 0 });
  const last = await commit("five");
  await scene.poll();
  expect(await scene.owed()).toHaveLength(1);
  expect(await subjects()).toEqual(["five", "four, with späce", "three"]);
  expect(await payload()).toMatchObject({ commitCount: 3, range: { from: head, to: last } });
});

it("300 pulled commits make one firing with a bounded list and their number", async () => {
  await open();
  const base = await git(["rev-parse", "HEAD"]);
  const stream = Array.from({ length: 300 }, (_, index) => {
    const text = `pulled ${index + 1}`;
    const from = index === 0 ? `from ${base}\n` : "";
    const who = `Bob <bob@example.org> ${1_700_000_000 + index} +0000`;
    return `commit refs/heads/main\ncommitter ${who}\ndata ${text.length}\n${text}\n${from}\n`;
  }).join("");
  await writeFile(path.join(scene.workspace.path, "stream"), stream);
  await run("sh", ["-c", "git fast-import --quiet < stream"], { cwd: scene.workspace.path });
  expect(await scene.poll()).toMatchObject({ owed: 1 });
  expect(await scene.owed()).toHaveLength(1);
  const found = await payload();
  expect(found?.commitCount).toBe(300);
  expect(found?.commits).toHaveLength(200);
  expect(found?.commits[0]).toMatchObject({ author: "Bob", subject: "pulled 300" });
  await run("git", ["reset", "-q", "--hard"], { cwd: scene.workspace.path });
  await commit("one more");
  await scene.poll();
  expect(await scene.owed()).toHaveLength(1);
  expect((await payload())?.commits).toHaveLength(200);
  expect(await payload()).toMatchObject({ commitCount: 301, range: { from: base } });
  expect((await subjects())[0]).toBe("one more");
});

it("leaves out authors, committers and co-authors that are listed, in any case", async () => {
  await open({ ignoreAuthors: ["noreply@anthropic.com", "CI Bot"] });
  await commit("by an author", { author: "Claude <NoReply@Anthropic.com>" });
  await commit("by a committer", { committer: { name: "ci bot", email: "ci@example.org" } });
  await commit("by a co-author", {
    trailer: "Co-Authored-By: Claude <noreply@anthropic.com>",
  });
  const last = await commit("by its name", { author: "Ci Bot <other@example.org>" });
  expect(await scene.poll()).toMatchObject({ owed: 0 });
  expect((await edge()).commit).toBe(last);
  await commit("with a person", { trailer: "Co-authored-by: Bob <bob@example.org>" });
  await scene.poll();
  expect(await subjects()).toEqual(["with a person"]);
});

it("leaves out what was committed while its own run was active", async () => {
  await open();
  await commit("the reason");
  expect(await scene.evaluate()).toMatchObject({ admitted: 1 });
  const { id } = await test.database.prisma.run.findFirstOrThrow();
  await pretendRunning(test.database, id);
  await commit("during the run", { at: new Date() });
  expect(await scene.poll()).toMatchObject({ owed: 0 });
  await commit("also during the run", { at: new Date() });
  await endRun(test.database, id, "completed");
  expect(await scene.poll()).toMatchObject({ owed: 0 });
  await commit("after the run", { at: new Date(Date.now() + 60_000) });
  await scene.poll();
  expect(await subjects()).toEqual(["after the run"]);
});

it("starts again at HEAD, with a notice, when its commit is gone", async () => {
  const head = await open();
  await git(["reset", "-q", "--hard", "HEAD~1"]);
  const other = await commit("another two");
  expect(await scene.poll()).toMatchObject({ owed: 0 });
  expect(await edge()).toMatchObject({ commit: other });
  expect((await edge()).notice?.sentence.text).toContain(head.slice(0, 8));
  await commit("three");
  await scene.poll();
  expect(await subjects()).toEqual(["three"]);
});

it("a look that fails is told on the rule's row and in the strip until one works again", async () => {
  await open();
  await commit("three");
  const now = new Date();
  const row = async () => (await readAutomations(test.database, scene.project, now)).rows[0];
  const engine = await readEngine(test.database);
  const strip = async () =>
    (await readTroubles(test.database, engine, systemActor, now)).filter(
      ({ code }) => code === "trigger_failed",
    );
  expect([(await row())?.problem, await strip()]).toEqual([null, []]);

  const { PATH } = process.env;
  process.env["PATH"] = scene.workspace.path;
  try {
    expect(await scene.poll(new Date("2026-03-01T10:00:00Z"))).toMatchObject({ owed: 0 });
    await scene.poll(new Date("2026-03-01T10:01:00Z"));
  } finally {
    process.env["PATH"] = PATH;
  }
  const problem = { text: "spawn git ENOENT", at: "2026-03-01T10:00:00.000Z" };
  expect((await row())?.problem).toEqual(problem);
  expect(await strip()).toMatchObject([
    { project: scene.project.slug, values: { rule: "git", reason: "spawn git ENOENT" } },
  ]);

  expect(await scene.poll()).toMatchObject({ owed: 1 });
  expect([(await row())?.problem, await strip()]).toEqual([null, []]);
});

it("says on the rule's row that it began anew", async () => {
  const head = await open();
  await git(["reset", "-q", "--hard", "HEAD~1"]);
  await commit("another two");
  await scene.poll();
  const [row] = (await readAutomations(test.database, scene.project, new Date())).rows;
  expect(row?.notice).toMatchObject({
    sentence: { key: "notice.history_restarted", values: { before: head.slice(0, 8) } },
  });
});

it("also where the commit is not in the repository any more", async () => {
  await open();
  const lost = "ab".repeat(20);
  await test.database.prisma.automationState.updateMany({ data: { edge: { commit: lost } } });
  expect(await scene.poll()).toMatchObject({ owed: 0 });
  expect((await edge()).notice?.sentence.text).toContain("abababab");
});

it("follows the branch it names, and begins anew for another one", async () => {
  scene = await openScene(test, context, [
    ruleOn("git", { type: "gitCommit", branch: "release/1" }),
  ]);
  await git(["init", "-q", "-b", "main"]);
  await commit("one");
  expect(await scene.poll()).toMatchObject({ owed: 0 });
  await git(["branch", "release/1"]);
  expect(await scene.poll()).toMatchObject({ owed: 0 });
  await commit("on main");
  expect(await scene.poll()).toMatchObject({ owed: 0 });
  await git(["branch", "-f", "release/1", "main"]);
  await git(["pack-refs", "--all"]);
  await scene.poll();
  expect(await subjects()).toEqual(["on main"]);
  await scene.reload([ruleOn("git", { type: "gitCommit" })]);
  await test.database.prisma.firing.deleteMany();
  expect(await scene.poll()).toMatchObject({ owed: 0 });
});

it("waits where there is no repository, and counts the first commit of an empty one", async () => {
  scene = await openScene(test, context, [ruleOn("git", { type: "gitCommit" })]);
  expect(await scene.poll()).toMatchObject({ owed: 0 });
  await git(["init", "-q", "-b", "main"]);
  expect(await scene.poll()).toMatchObject({ owed: 0 });
  await commit("the first");
  await scene.poll();
  expect(await subjects()).toEqual(["the first"]);
});

it("runs nothing that the workspace's configuration or files name", async () => {
  await open();
  const trap = path.join(scene.workspace.path, "trap.sh");
  const mark = path.join(scene.workspace.path, "trapped");
  await writeFile(trap, `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
  await commit("three");
  for (const [key, value] of [
    ["core.fsmonitor", trap],
    ["core.pager", trap],
    ["gpg.program", trap],
    ["log.showSignature", "true"],
    ["core.hooksPath", scene.workspace.path],
  ] as const) {
    await run("git", ["config", key, value], { cwd: scene.workspace.path });
  }
  await scene.poll();
  expect(await subjects()).toEqual(["three"]);
  await expect(run("test", ["-e", mark])).rejects.toThrow();

  await writeFile(path.join(scene.workspace.path, ".git/HEAD"), `--output=${mark}\n`);
  await scene.poll();
  await expect(run("test", ["-e", mark])).rejects.toThrow();
});

it("reads the history of a shallow clone", async () => {
  await open();
  const clone = `${scene.workspace.path}-clone`;
  await run("git", ["clone", "-q", "--depth", "1", `file://${scene.workspace.path}`, clone]);
  await test.database.prisma.project.updateMany({ data: { workspaceRealPath: clone } });
  await test.database.prisma.automationState.updateMany({
    data: { edge: { commit: await git(["rev-parse", "HEAD"]) } },
  });
  const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"];
  await run("git", [...identity, "commit", "-q", "--allow-empty", "-m", "in the clone"], {
    cwd: clone,
  });
  await scene.poll();
  expect(await subjects()).toEqual(["in the clone"]);
  await run("rm", ["-r", clone]);
});
