import { describe, expect, it } from "vitest";
import { runEventPayloadSchemas } from "#server/contracts/run-event.ts";
import { createNormaliser } from "./normalise.ts";

const push = (value: unknown, normaliser = createNormaliser()) =>
  normaliser.push(typeof value === "string" ? value : JSON.stringify(value));
const kinds = (value: unknown) => push(value).events.map((event) => event.kind);
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

describe("the catalogue", () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    [
      "init",
      {
        type: "system",
        subtype: "init",
        session_id: "s",
        cwd: "/w",
        model: "m",
        tools: ["Bash"],
        mcp_servers: [{ name: "a", status: "failed" }],
        claude_code_version: "2.1.332",
      },
      ["init"],
    ],
    ["text", assistant({ type: "text", text: "I will look." }), ["assistant_text"]],
    ["thinking", assistant({ type: "thinking", thinking: "hm" }), ["thinking"]],
    [
      "a tool call",
      assistant({ type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } }),
      ["tool_call"],
    ],
    [
      "a todo list",
      assistant({
        type: "tool_use",
        id: "t1",
        name: "TodoWrite",
        input: { todos: [{ content: "a", status: "completed" }] },
      }),
      ["tool_call", "todo"],
    ],
    [
      "several blocks",
      assistant(
        { type: "text", text: "a" },
        { type: "tool_use", id: "t", name: "Read", input: {} },
      ),
      ["assistant_text", "tool_call"],
    ],
    ["an unknown block", assistant({ type: "hologram" }), ["unknown"]],
    [
      "a replayed message",
      { type: "user", message: { content: "hi" }, isReplay: true, uuid: "u" },
      ["user_message"],
    ],
    [
      "a retry",
      {
        type: "system",
        subtype: "api_retry",
        attempt: 1,
        max_retries: 10,
        retry_delay_ms: 540,
        error_status: 529,
        error: "overloaded",
      },
      ["api_retry"],
    ],
    [
      "a fallback",
      {
        type: "system",
        subtype: "model_fallback",
        original_model: "a",
        fallback_model: "b",
        trigger: "overloaded",
      },
      ["model_fallback"],
    ],
    [
      "a refusal",
      {
        type: "system",
        subtype: "permission_denied",
        tool_name: "Write",
        tool_use_id: "t2",
        message: "no",
      },
      ["permission_denied"],
    ],
    [
      "a rate limit",
      {
        type: "rate_limit_event",
        rate_limit_info: { status: "rejected", resetsAt: 1790000000, rateLimitType: "five_hour" },
      },
      ["rate_limit"],
    ],
    [
      "a hook",
      {
        type: "system",
        subtype: "hook_response",
        hook_event: "SessionStart",
        exit_code: 0,
        outcome: "success",
        output: "x",
      },
      ["hook"],
    ],
    [
      "a task",
      { type: "system", subtype: "task_started", task_id: "a", tool_use_id: "t" },
      ["task"],
    ],
    [
      "a compaction",
      {
        type: "system",
        subtype: "compact_boundary",
        compact_metadata: { trigger: "auto", pre_tokens: 10, post_tokens: 2 },
      },
      ["compact"],
    ],
    [
      "a heartbeat",
      { type: "tool_progress", tool_name: "Bash", elapsed_time_seconds: 30 },
      ["status"],
    ],
    [
      "a lifecycle note",
      { type: "command_lifecycle", command_uuid: "u", state: "queued" },
      ["status"],
    ],
    ["a status", { type: "system", subtype: "status", status: "compacting" }, ["status"]],
    [
      "thinking tokens",
      { type: "system", subtype: "thinking_tokens", estimated_tokens: 5 },
      ["status"],
    ],
    [
      "a result",
      { type: "result", subtype: "success", is_error: false, result: "Done." },
      ["result"],
    ],
    [
      "our answer's receipt",
      { type: "control_response", response: { subtype: "success", request_id: "r" } },
      ["status"],
    ],
    ["a withdrawn request", { type: "control_cancel_request", request_id: "r" }, ["status"]],
    [
      "another control request",
      { type: "control_request", request_id: "r", request: { subtype: "hook_callback" } },
      ["unknown"],
    ],
    ["an unknown type", { type: "brand_new" }, ["unknown"]],
    ["an unknown subtype", { type: "system", subtype: "brand_new" }, ["unknown"]],
    ["a type that is a property of every object", { type: "constructor" }, ["unknown"]],
  ])("knows %s", (_name, line, expected) => {
    const { events } = push(line);
    expect(events.map((event) => event.kind)).toEqual(expected);
    for (const event of events) {
      expect(() => runEventPayloadSchemas[event.kind].parse(event.payload)).not.toThrow();
    }
  });

  it("keeps what is no JSON as text, and objects of no type raw", () => {
    expect(kinds("not json")).toEqual(["raw"]);
    expect(kinds("[1,2]")).toEqual(["raw"]);
    expect(kinds({})).toEqual(["unknown"]);
    expect(kinds("")).toEqual([]);
  });
});
