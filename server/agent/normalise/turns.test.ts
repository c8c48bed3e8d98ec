import { describe, expect, it } from "vitest";
import { createNormaliser } from "../normalise.ts";

const push = (value: unknown, normaliser = createNormaliser()) =>
  normaliser.push(typeof value === "string" ? value : JSON.stringify(value));
const assistant = (...content: unknown[]) => ({
  type: "assistant",
  message: {
    id: "msg_1",
    model: "claude-x",
    content,
    usage: { input_tokens: 100, output_tokens: 1, cache_read_input_tokens: 50 },
  },
  parent_tool_use_id: null,
  session_id: "s",
});

describe("tool results", () => {
  const run = (tool: string, block: Record<string, unknown>) => {
    const normaliser = createNormaliser();
    push(assistant({ type: "tool_use", id: "t1", name: tool, input: {} }), normaliser);
    expect(normaliser.openCallIds()).toEqual(["t1"]);
    const line = push(
      {
        type: "user",
        message: { content: [{ type: "tool_result", tool_use_id: "t1", ...block }] },
      },
      normaliser,
    );
    expect(normaliser.openCallIds()).toEqual([]);
    return { ...line, payload: line.events[0]?.payload };
  };

  it("joins text blocks and replaces images by a note", () => {
    const content = [
      { type: "text", text: "a" },
      {
        type: "image",
        source: { type: "base64", media_type: "image/png", data: "A".repeat(4096) },
      },
      { type: "text", text: "b" },
    ];
    expect(run("Read", { content }).payload).toMatchObject({
      text: "a\n[image/png, 3 kB]\nb",
      exitCode: null,
    });
  });

  it("knows the exit code of a command", () => {
    expect(run("Bash", { content: "fine" }).payload).toMatchObject({ exitCode: 0, isError: false });
    expect(run("Bash", { content: "Exit code 2\nboom", is_error: true }).payload).toMatchObject({
      exitCode: 2,
      isError: true,
    });
    expect(
      run("Bash", { content: "Permission denied by user", is_error: true }).payload,
    ).toMatchObject({ exitCode: null });
    expect(run("Read", { content: "Exit code 2", is_error: true }).payload).toMatchObject({
      exitCode: null,
    });
  });

  it("cuts at 64 KB on a character and hands over the whole", () => {
    const content = "é".repeat(40_000);
    const { payload, overflow } = run("Bash", { content });
    expect(payload).toMatchObject({ text: "é".repeat(32_768), truncatedBytes: 80_000 - 65_536 });
    expect(overflow).toEqual([{ callId: "t1", text: content, images: [] }]);
  });

  it("leaves a result of exactly 64 KB alone", () => {
    const { payload, overflow } = run("Bash", { content: "x".repeat(65_536) });
    expect(payload).toMatchObject({ truncatedBytes: 0 });
    expect(overflow).toEqual([]);
  });
});

describe("what the CLI asks", () => {
  const request = (tool: string, input: unknown) => ({
    type: "control_request",
    request_id: "q1",
    request: {
      subtype: "can_use_tool",
      tool_name: tool,
      input,
      tool_use_id: "t1",
      permission_suggestions: [1],
    },
  });

  it("is a question for AskUserQuestion, with its options", () => {
    const questions = [
      { question: "Which?", header: "H", options: [{ label: "A", description: "a" }, "B"] },
    ];
    const { events, facts } = push(request("AskUserQuestion", { questions }));
    expect(events).toEqual([
      {
        kind: "question",
        parent: null,
        payload: {
          requestId: "q1",
          callId: "t1",
          questions: [
            {
              question: "Which?",
              header: "H",
              multiSelect: false,
              options: [
                { label: "A", description: "a" },
                { label: "B", description: "" },
              ],
            },
          ],
        },
      },
    ]);
    expect(facts.request).toMatchObject({
      requestId: "q1",
      tool: "AskUserQuestion",
      input: { questions },
    });
  });

  it("is a plan for ExitPlanMode and a permission for the rest", () => {
    expect(push(request("ExitPlanMode", { plan: "1." })).events[0]).toMatchObject({
      kind: "permission_request",
      payload: { isPlan: true },
    });
    expect(push(request("Write", { file_path: "a" })).events[0]).toMatchObject({
      kind: "permission_request",
      payload: { isPlan: false, tool: "Write", decidedBy: "person" },
    });
    expect(push(request("AskUserQuestion", { questions: "none" })).events[0]).toMatchObject({
      kind: "permission_request",
    });
  });

  it("tells which request was withdrawn and which was refused", () => {
    expect(
      push({ type: "control_cancel_request", request_id: "q1" }).facts.cancelledRequestId,
    ).toBe("q1");
    expect(
      push({
        type: "control_response",
        response: { subtype: "error", request_id: "r1", error: "no" },
      }).facts.controlResponse,
    ).toEqual({ requestId: "r1", error: "no" });
  });
});

describe("results", () => {
  it("reads what money and classification need", () => {
    const { facts } = push({
      session_id: "s",
      subtype: "error_max_turns",
      is_error: true,
      errors: ["Reached maximum number of turns (2)"],
      terminal_reason: "max_turns",
      num_turns: 3,
      total_cost_usd: 0.04,
      model_usage_since_last_result: { a: { costUSD: 0.01 }, b: { costUSD: 0.02 } },
      modelUsage: { a: { costUSD: 0.03, inputTokens: 5 } },
      permission_denials: [{ tool_name: "Write" }, { tool_name: "Write" }],
      queued_turn_count: 1,
      type: "result",
    });
    expect(facts.result).toMatchObject({
      subtype: "error_max_turns",
      text: null,
      totalCostUsd: 0.04,
      deniedTools: ["Write"],
      permissionDenials: 2,
      queuedTurns: 1,
      modelUsage: { a: { costUsd: 0.03 } },
    });
    expect(facts.result?.costSinceLastUsd).toBeCloseTo(0.03);
  });

  it("has no cost since the last one where the field is missing or unpriced", () => {
    expect(push({ type: "result" }).facts.result?.costSinceLastUsd).toBeNull();
    expect(
      push({ type: "result", model_usage_since_last_result: { a: {} } }).facts.result
        ?.costSinceLastUsd,
    ).toBeNull();
  });

  it("closes the turn that messages open, and knows how full the context is", () => {
    const normaliser = createNormaliser();
    expect(normaliser.isTurnOpen()).toBe(false);
    push(assistant({ type: "text", text: "a" }), normaliser);
    expect(normaliser.isTurnOpen()).toBe(true);
    const { facts } = push({ type: "result", subtype: "success" }, normaliser);
    expect(normaliser.isTurnOpen()).toBe(false);
    expect(facts.result?.contextTokens).toBe(150);
  });
});

describe("text that is being written", () => {
  const stream = (event: Record<string, unknown>, parent: string | null = null) => ({
    type: "stream_event",
    event,
    parent_tool_use_id: parent,
  });

  it("is accumulated per block and never stored", () => {
    const normaliser = createNormaliser();
    const feed = (event: Record<string, unknown>) => {
      const line = push(stream(event), normaliser);
      expect(line.events).toEqual([]);
      return line;
    };
    expect(
      feed({
        type: "message_start",
        message: { id: "m", model: "x", usage: { input_tokens: 9, output_tokens: 1 } },
      }).liveUsage,
    ).toMatchObject({ messageId: "m", usage: { inputTokens: 9 } });
    feed({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
    feed({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hel" } });
    expect(
      feed({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "lo" } })
        .partial,
    ).toEqual({
      parent: null,
      messageId: "m",
      index: 0,
      kind: "text",
      tool: null,
      text: "Hello",
      isDone: false,
    });
    expect(feed({ type: "content_block_stop", index: 0 }).partial).toMatchObject({
      text: "Hello",
      isDone: true,
    });
    expect(feed({ type: "message_delta", usage: { output_tokens: 42 } }).liveUsage).toMatchObject({
      usage: { inputTokens: 9, outputTokens: 42 },
    });
    expect(feed({ type: "message_stop" }).partial).toBeNull();
    expect(
      feed({ type: "content_block_delta", index: 0, delta: { text: "late" } }).partial,
    ).toBeNull();
  });

  it("keeps the main agent and a sub-agent apart", () => {
    const normaliser = createNormaliser();
    for (const parent of [null, "t1"]) {
      push(stream({ type: "message_start", message: { id: `m-${parent}` } }, parent), normaliser);
      push(
        stream({ type: "content_block_start", index: 0, content_block: { type: "text" } }, parent),
        normaliser,
      );
    }
    push(stream({ type: "content_block_delta", index: 0, delta: { text: "main" } }), normaliser);
    expect(
      push(
        stream({ type: "content_block_delta", index: 0, delta: { text: "sub" } }, "t1"),
        normaliser,
      ).partial,
    ).toMatchObject({ parent: "t1", messageId: "m-t1", text: "sub" });
  });
});
