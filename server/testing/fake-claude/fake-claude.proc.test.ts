import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { userLine } from "#server/agent/prompt-line.ts";
import { buildFakeClaude } from "../build-keeper.ts";
import { streamArgv } from "./harness.ts";

let dir: string;
let program: string;
beforeEach(async () => {
  program = await buildFakeClaude();
  dir = mkdtempSync(path.join(tmpdir(), "signalbox-fake-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

type Ended = {
  code: number | null;
  lines: Record<string, unknown>[];
  text: string;
  stderr: string;
};

/** Runs to the end with these prompts on stdin, which then closes. */
function play(prompts: string[], argv: string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(program, argv, {
      cwd: dir,
      env: {
        PATH: process.env["PATH"],
        HOME: dir,
        FAKE_CLAUDE_SPEED: "50",
        ...env,
      } as unknown as NodeJS.ProcessEnv,
    });
    let text = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    child.stdin.on("error", () => undefined);
    for (const prompt of prompts) child.stdin.write(userLine(randomUUID(), prompt));
    child.stdin.end();
    child.on("close", (code) => {
      const lines = text.split("\n").flatMap((line) => {
        try {
          const value: unknown = JSON.parse(line);
          return typeof value === "object" && value ? [value as Record<string, unknown>] : [];
        } catch {
          return [];
        }
      });
      resolve({ code, lines, text, stderr });
    });
  });
}

const argv = (...more: string[]) => [
  ...streamArgv(randomUUID()),
  "--allowedTools",
  "Bash",
  ...more,
];
const results = (ended: Ended) => ended.lines.filter((line) => line["type"] === "result");

describe("the fake agent", () => {
  it("resumes a session, keeps its story and adds up its cost", async () => {
    const id = randomUUID();
    const first = await play(
      ["do it [scenario: thinking-and-todo]"],
      [...streamArgv(id), "--allowedTools", "Bash"],
    );
    const resume = streamArgv(id).map((word) => (word === "--session-id" ? "--resume" : word));
    const second = await play(["again"], resume);
    expect(
      second.lines.some(
        (line) => line["type"] === "assistant" && JSON.stringify(line).includes("TodoWrite"),
      ),
    ).toBe(true);
    const [before, after] = [results(first)[0], results(second)[0]];
    expect(Number(after?.["total_cost_usd"])).toBeCloseTo(2 * Number(before?.["total_cost_usd"]));
    expect(after?.["session_id"]).toBe(id);
  });

  it("refuses an id in use, an unknown session, a bad flag and a broken line as the CLI does", async () => {
    const id = randomUUID();
    await play(["hi"], streamArgv(id));
    expect(await play(["hi"], streamArgv(id))).toMatchObject({
      code: 1,
      text: "",
      stderr: `Error: Session ID ${id} is already in use.\n`,
    });
    const unknown = await play(
      ["hi"],
      streamArgv(randomUUID()).map((word) => (word === "--session-id" ? "--resume" : word)),
    );
    expect(unknown.code).toBe(1);
    expect(results(unknown)[0]).toMatchObject({
      subtype: "error_during_execution",
      errors: [expect.stringContaining("No conversation found")],
    });
    expect(await play(["hi"], [...streamArgv(randomUUID()), "--brand-new"])).toMatchObject({
      code: 1,
      text: "",
    });
    expect(await play([], streamArgv(randomUUID()))).toMatchObject({ code: 0, text: "" });
  });

  it("refuses a tool nobody allowed, and one that the settings deny", async () => {
    const settings = path.join(dir, "settings.json");
    writeFileSync(settings, '{"permissions":{"deny":["Write(notes/**)"]}}');
    const ended = await play(["x"], argv("--settings", settings));
    expect(existsSync(path.join(dir, "notes"))).toBe(false);
    expect(results(ended)[0]?.["permission_denials"]).toMatchObject([{ tool_name: "Write" }]);
  });

  it("writes live text only where it was asked for", async () => {
    const withPartials = await play(["x"], argv());
    const without = await play(
      ["x"],
      argv().filter((word) => word !== "--include-partial-messages"),
    );
    const streamed = (ended: Ended) =>
      ended.lines.filter((line) => line["type"] === "stream_event").length;
    expect(streamed(withPartials)).toBeGreaterThan(10);
    expect(streamed(without)).toBe(0);
  });

  it("stops at its turns and at its budget", async () => {
    const turns = await play(["scenario: max-turns"], argv("--max-turns", "3"));
    expect(results(turns)[0]).toMatchObject({
      subtype: "error_max_turns",
      errors: ["Reached maximum number of turns (3)"],
    });
    const budget = await play(["scenario: max-turns"], argv("--max-budget-usd", "0.03"));
    expect(results(budget)[0]).toMatchObject({
      subtype: "error_max_budget_usd",
      terminal_reason: "budget_exhausted",
    });
  });

  it("moves its ticket through the board's API with its token", async () => {
    const calls: { method?: string; url?: string; auth?: string; body: string }[] = [];
    const board = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        calls.push({
          method: request.method,
          url: request.url,
          auth: request.headers.authorization,
          body,
        });
        response.end("{}");
      });
    });
    await new Promise<void>((resolve) => board.listen(0, "127.0.0.1", resolve));
    const env = {
      SIGNALBOX_API_URL: `http://127.0.0.1:${(board.address() as AddressInfo).port}`,
      SIGNALBOX_PROJECT: "demo",
      SIGNALBOX_TICKET_ID: "7",
      SIGNALBOX_TOKEN: "tok",
    };
    await play(["<!-- scenarios: 7=comment-and-review else=long-sleep -->"], argv(), env);
    board.close();
    expect(calls).toMatchObject([
      { method: "GET", url: "/api/projects/demo/tickets/7", auth: "Bearer tok" },
      { method: "POST", url: "/api/projects/demo/tickets/7/comments" },
      { method: "PATCH", url: "/api/projects/demo/tickets/7/status", body: '{"status":"Review"}' },
    ]);
  });

  it("keeps a journal of what it was started with", async () => {
    const log = path.join(dir, "agents.ndjson");
    await play(['$(touch evil) `id` "; rm -rf / \u2028 --flag'], argv(), {
      FAKE_CLAUDE_LOG: log,
      SIGNALBOX_RUN_ID: "r9",
    });
    const entries = readFileSync(log, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries.map((entry) => entry["event"])).toEqual(["start", "stdin", "stop"]);
    expect(entries[0]).toMatchObject({
      runId: "r9",
      cwd: dir,
      envKeys: expect.arrayContaining(["HOME", "PATH"]),
    });
    expect(JSON.stringify(entries[0]?.["argv"])).not.toContain("evil");
    expect(entries[2]).toMatchObject({ code: 0, reason: "stdin closed" });
  });
});
