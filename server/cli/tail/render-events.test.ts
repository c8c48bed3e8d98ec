import { describe, expect, it } from "vitest";
import { runEventKinds } from "../../contracts/run-event.ts";
import type { RunEvent, RunEventKind } from "../../contracts/run-event.ts";
import type { RunDetail } from "../../contracts/run.ts";
import { createPaint } from "./paint.ts";
import { createEventRenderer } from "./render-events.ts";
import { displayWidth } from "./wrap.ts";

const AT = "2026-01-05T10:00:00.000Z";

function render(events: Partial<RunEvent>[], { width = 0, hasColour = false } = {}) {
  const renderer = createEventRenderer({
    paint: createPaint(hasColour),
    hasColour,
    answerAt: "http://board/p/shop/t/1",
    width: () => width,
  });
  const lines = events.flatMap((event, index) =>
    renderer.push({ seq: index + 1, at: AT, parent: null, ...event } as RunEvent),
  );
  return { renderer, lines, text: lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, "")) };
}

const call = (callId: string, tool: string, input: unknown, more: object = {}) => ({
  kind: "tool_call" as RunEventKind,
  payload: { callId, tool, input },
  ...more,
});
const result = (callId: string, text = "", more: object = {}) => ({
  kind: "tool_result" as RunEventKind,
  payload: { callId, text, isError: false, truncatedBytes: 0, exitCode: null, ...more },
});
const say = (text: string) => ({
  kind: "assistant_text" as RunEventKind,
  payload: { text, messageId: null },
});

describe("a run in a terminal", () => {
  it("tells a call and its result in one line, with state and duration", () => {
    const { text } = render([
      call("c1", "Bash", { command: "npm test" }),
      { ...result("c1"), at: "2026-01-05T10:01:05.000Z" },
      call("c2", "Read", { file_path: "a.txt" }),
      result("c2", "No such file", { isError: true }),
    ]);
    expect(text).toEqual([
      "✓ Bash npm test (1 min 05 s)",
      "✗ Read a.txt (0.0 s)",
      "           No such file",
    ]);
  });

  it("tells calls as under way when others come first, or nothing does", () => {
    const { text, renderer } = render([
      call("c1", "Read", { file_path: "a" }),
      call("c2", "Read", { file_path: "b" }),
      result("c2"),
      say("meanwhile"),
    ]);
    expect(text).toEqual(["… Read a", "✓ Read b (0.0 s)", "  meanwhile"]);
    expect(renderer.idle()).toEqual([]);
    const second = render([call("c3", "Bash", { command: "sleep 300" })]);
    expect(second.lines).toEqual([]);
    expect(second.renderer.idle().join()).toMatch(/… Bash sleep 300$/);
    expect(second.renderer.idle()).toEqual([]);
  });

  it("shows what an edit takes away and adds, in colour", () => {
    const input = { file_path: "a.js", old_string: "one\ntwo\n", new_string: "one\nthree\n" };
    const { lines } = render([call("c", "Edit", input), result("c")], { hasColour: true });
    expect(lines.slice(1).map((line) => line.trim())).toEqual([
      "\u001b[2m one\u001b[0m",
      "\u001b[31m-two\u001b[0m",
      "\u001b[32m+three\u001b[0m",
    ]);
  });

  it("indents what a sub-agent does", () => {
    const { text } = render([{ ...say("inside"), parent: "toolu_1" }, say("outside")]);
    expect(text).toEqual(["    inside", "  outside"]);
  });

  it("asks with the whole command, the options and the place to answer", () => {
    const { text } = render([
      {
        kind: "permission_request",
        payload: {
          requestId: "r",
          callId: null,
          tool: "Bash",
          input: { command: "rm -rf build && make" },
          isPlan: false,
          decidedBy: "person",
        },
      },
      {
        kind: "question",
        payload: {
          requestId: "q",
          callId: null,
          questions: [{ question: "Which?", options: [{ label: "A" }, { label: "B" }] }],
        },
      },
    ]);
    expect(text[0]).toBe("? may it use Bash? rm -rf build && make");
    expect(text[1]?.trim()).toBe("answer: http://board/p/shop/t/1");
    expect(text.slice(2, 5).map((line) => line.trim())).toEqual(["? Which?", "1 A", "2 B"]);
  });

  it("fits into a narrow terminal, without the time of day", () => {
    const events = [
      say("The signal box lets many trains move and never two into the same block of track."),
      call("c", "Bash", { command: "node --test --test-reporter=spec test/greeting.test.js" }),
      result("c", "x".repeat(200), { isError: true, exitCode: 1 }),
    ];
    for (const width of [20, 40, 59, 60, 80]) {
      const { lines } = render(events, { width });
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      expect(/^\d\d:/.test(lines[0] ?? "")).toBe(width >= 60);
    }
  });

  it("tells every kind without control characters, also with a payload it does not know", () => {
    const nasty = "\u001b]52;c;eA==\u0007\u009b2Jx\u001b[10A";
    const payload = {
      ...{ text: nasty, agent: nasty, tool: nasty, input: { command: nasty, plan: nasty } },
      ...{ callId: "c", message: nasty, messageId: null, isSynthetic: false, isReplay: true },
      ...{ uuid: null, requestId: nasty, isPlan: true, decidedBy: "person", outcome: nasty },
      ...{ questions: [{ question: nasty, options: [{ label: nasty, description: nasty }] }] },
      ...{ items: [{ text: nasty, state: "pending" }], event: nasty, exitCode: 1, output: nasty },
      ...{ attempt: 1, maxRetries: 2, delayMs: 3, errorStatus: null, error: nasty, status: nasty },
      ...{ resetsAt: null, limitType: nasty, from: nasty, to: nasty, trigger: nasty },
      ...{ taskId: nasty, state: nasty, beforeTokens: 1, afterTokens: 2, actor: nasty },
      ...{ reason: nasty, answer: { labels: { [nasty]: nasty } }, type: nasty, raw: nasty },
      ...{ isError: true, truncatedBytes: 0, isResume: false, prompt: nasty, model: nasty },
      ...{ permissionLevel: nasty, isDemo: true, sessionId: nasty, cwd: nasty, cliVersion: nasty },
      ...{ permissionMode: nasty, tools: [], mcpServers: [], code: "notification", fence: 1 },
      ...{ subtype: nasty, errors: [nasty], terminalReason: null, apiErrorStatus: null, turns: 1 },
      ...{ durationMs: 1, queuedTurns: 0, totalCostUsd: 0, costSinceLastUsd: 0, usage: {} },
      ...{ contextTokens: null, modelUsage: {}, deniedTools: [], permissionDenials: 0 },
      ...{ questionId: nasty, signal: null },
    };
    for (const kind of runEventKinds) {
      for (const given of [payload, {}, { text: 5, odd: nasty }]) {
        for (const line of render([{ kind, payload: given }]).lines) {
          expect(line, kind).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/);
        }
      }
    }
  });

  it("ends with outcome, cost, turns and duration, and why", () => {
    const { renderer } = render([]);
    const run = {
      ...{ state: "ended", outcome: "failed", costUsd: 0.04, isCostEstimated: true, turns: 3 },
      ...{ startedAt: AT, endedAt: "2026-01-05T11:02:00.000Z", createdAt: AT, stoppedBy: null },
      error: "The agent crashed",
    } as RunDetail;
    const [first = "", second] = renderer.end(run);
    expect(first).toMatch(/■ failed · about \$0\.040 · 3 turns · 1 h 02 min$/);
    expect(second?.trim()).toBe("The agent crashed");
  });
});
