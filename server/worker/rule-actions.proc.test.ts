import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { waitFor } from "../testing/wait-for.ts";
import { createHarness } from "./fixtures/harness.ts";
import type { Harness } from "./fixtures/harness.ts";

let harness: Harness;

beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.clean());

const trigger = { type: "ticketInColumn", columns: ["Todo"], seconds: 1 };
const move = (to: string) => ({ type: "moveTicketStatus", to });
const run = { type: "runAgent", agent: "programmer" };

it("does a rule's actions around its agent, compacts its memory in a short run and commits it", async () => {
  const project = await harness.project({
    tickets: [{ title: "A ticket" }],
    agents: ["programmer"],
    rules: [
      {
        id: "code",
        trigger,
        actions: [
          move("InProgress"),
          {
            type: "runCommand",
            command: "sh",
            args: ["-c", "echo $SIGNALBOX_TICKET_ID > prepared"],
          },
          run,
          { type: "createTicket", title: "Follow up {ticketId}", status: "Backlog" },
          move("Review"),
          { type: "consolidateAgentMemory", agent: "programmer" },
          { type: "commitAgentMemory", agent: "programmer" },
        ],
      },
    ],
  });
  const root = project.workspace.path;
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  git("init", "-q", "-b", "main");
  await mkdir(path.join(root, ".agents/programmer"), { recursive: true });
  await writeFile(path.join(root, ".agents/programmer/memory.md"), "Use tabs.\n");
  await harness.engine({ allowScripts: true });
  await harness.drag(project, "Todo");

  const memory = await harness.findRun({ purpose: "memory", state: "ended" }, "the memory run");
  expect(memory).toMatchObject({ ticketId: null, outcome: "completed", agent: "programmer" });
  expect(memory.prompt).toContain("Compact your memory file, .agents/programmer/memory.md");
  expect(memory.prompt).not.toContain("You write code.");
  const work = await harness.findRun({ purpose: "work" }, "the run");
  const kinds = (await harness.events(work.id)).map(({ kind }) => kind);
  expect(kinds.indexOf("diagnostic")).toBeLessThan(kinds.indexOf("run_started"));
  expect(git("show", "HEAD:.agents/programmer/memory.md")).toBe("Use tabs.");
  expect(git("log", "--format=%an %s")).toBe("programmer Memory of programmer");
  expect(execFileSync("cat", [path.join(root, "prepared")], { encoding: "utf8" })).toBe("1\n");
  const tickets = await harness.prisma.ticket.findMany({
    include: { column: true },
    orderBy: { number: "asc" },
  });
  expect(tickets.map(({ title, column }) => [title, column.name])).toEqual([
    ["A ticket", "Review"],
    ["Follow up 1", "Backlog"],
  ]);
  expect(await harness.prisma.inboxItem.count({ where: { kind: "action_failed" } })).toBe(0);
});

it("does not start the agent where an action before it says so, and owes the start again", async () => {
  const project = await harness.project({
    tickets: [{}],
    rules: [
      {
        id: "code",
        trigger,
        actions: [
          move("InProgress"),
          { type: "runCommand", command: "false", abortOnFailure: true },
          run,
        ],
      },
    ],
  });
  await harness.engine({ allowScripts: true, tunables: { actionPausesMs: [1, 1] } });
  await harness.drag(project, "Todo");
  const ended = await harness.findRun({ state: "ended" }, "the end");
  expect(ended).toMatchObject({
    outcome: "spawn_failed",
    startedAt: null,
    error: "runCommand: FAILED: false ended with exit code 1",
  });
  const ticket = await harness.prisma.ticket.findFirstOrThrow({ include: { column: true } });
  expect(ticket.column.name).toBe("Todo");
  expect(await harness.prisma.firing.count({ where: { cause: "retry", state: "owed" } })).toBe(1);
});

it("goes on after kill -9 while a call is under way, with the group still held", async () => {
  let calls = 0;
  let isOpen = false;
  const server = createServer((_request, response) => {
    calls += 1;
    if (isOpen) response.end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const project = await harness.project({
    tickets: [{}],
    rules: [
      {
        id: "code",
        trigger,
        actions: [
          move("InProgress"),
          run,
          { type: "addComment", content: "before" },
          { type: "httpRequest", url: `http://${host}/`, timeoutSeconds: 300 },
          { type: "addComment", content: "after" },
          move("Review"),
        ],
      },
    ],
  });
  await harness.prisma.project.update({
    where: { id: project.project.id },
    data: { allowedHosts: [host] },
  });
  const worker = await harness.worker();
  await harness.drag(project, "Todo");
  await waitFor(() => calls > 0, { timeoutMs: 30_000, what: "the call" });
  const ending = await harness.prisma.run.findFirstOrThrow();
  expect(ending).toMatchObject({ state: "ending", actionsDone: 1, groupName: "workspace" });
  isOpen = true;
  await worker.end("SIGKILL");
  await harness.engine();
  const ended = await harness.ended(ending.id, 60_000);
  server.closeAllConnections();
  server.close();
  expect(ended.outcome).toBe("completed");
  expect(calls).toBe(2);
  const comments = await harness.prisma.comment.findMany({
    where: { authorKind: "automation" },
    orderBy: { id: "asc" },
  });
  expect(comments.map(({ content }) => content)).toEqual(["before", "after"]);
  const ticket = await harness.prisma.ticket.findFirstOrThrow({ include: { column: true } });
  expect(ticket.column.name).toBe("Review");
});
