import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runEventKinds, type RunEvent } from "#server/contracts/run-event.ts";
import { foldEvents, TranscriptFold } from "./fold.ts";
import type { Row } from "./row.ts";
import { call, numbered, result } from "../testing/events.ts";

const shape = (rows: readonly Row[]): string[] => rows.map((row) => row.kind);
const everySeq = (rows: readonly Row[]): number[] =>
  rows.flatMap((row) => [...row.seqs, ...(row.kind === "tool" ? everySeq(row.children) : [])]);

describe("foldEvents", () => {
  it("joins a tool's result into the row of its call", () => {
    const rows = foldEvents(
      numbered([
        ["tool_call", call("a", "Bash", { command: "npm test" })],
        ["assistant_text", { text: "waiting", messageId: null }],
        ["tool_result", { ...result("a", "1 failed", true), exitCode: 1 }],
      ]),
    );
    expect(shape(rows)).toEqual(["tool", "text"]);
    expect(rows[0]).toMatchObject({
      seqs: [1, 3],
      result: { text: "1 failed", exitCode: 1 },
    });
  });

  it("groups consecutive reads and joins each result into its own item", () => {
    const rows = foldEvents(
      numbered([
        ["tool_call", call("a", "Read", { file_path: "a.ts" })],
        ["tool_call", call("b", "Grep", { pattern: "x" })],
        ["tool_result", result("b", "found")],
        ["tool_result", result("a", "text")],
        ["tool_call", call("c", "Bash")],
        ["tool_call", call("d", "Glob")],
      ]),
    );
    expect(shape(rows)).toEqual(["reads", "tool", "reads"]);
    const group = rows[0];
    if (group?.kind !== "reads") throw new Error("no group");
    expect(group.items.map((item) => item.result?.text)).toEqual(["text", "found"]);
    expect([...group.seqs].toSorted((x, y) => x - y)).toEqual([1, 2, 3, 4]);
  });

  it("nests a sub-agent's rows below the call that started it, at any depth", () => {
    const rows = foldEvents(
      numbered([
        ["tool_call", call("t", "Task")],
        ["assistant_text", { text: "inside", messageId: null }, "t"],
        ["tool_call", call("u", "Task"), "t"],
        ["assistant_text", { text: "deeper", messageId: null }, "u"],
        ["tool_result", result("t")],
      ]),
    );
    expect(shape(rows)).toEqual(["tool"]);
    const task = rows[0];
    if (task?.kind !== "tool") throw new Error("no task");
    expect(shape(task.children)).toEqual(["text", "tool"]);
    expect(task.children[1]).toMatchObject({ childCount: 1 });
    expect(task.result?.text).toBe("ok");
  });

  it("keeps a sub-agent's rows at the top when its call is not in sight", () => {
    const rows = foldEvents(numbered([["assistant_text", { text: "x", messageId: null }, "gone"]]));
    expect(shape(rows)).toEqual(["text"]);
  });

  it("shows a result without a call as an orphan", () => {
    expect(shape(foldEvents(numbered([["tool_result", result("gone")]])))).toEqual(["orphan"]);
  });

  it("pins the newest todo list of the run itself, not of a sub-agent", () => {
    const fold = new TranscriptFold();
    const items = (text: string) => ({ items: [{ text, state: "pending" }] });
    fold.push(
      numbered([
        ["tool_call", call("w", "TodoWrite")],
        ["todo", items("first")],
        ["todo", items("second")],
        ["tool_call", call("t", "Task")],
        ["todo", items("of the sub-agent"), "t"],
      ]),
    );
    expect(fold.read().todo).toEqual([{ text: "second", state: "pending" }]);
  });

  it("follows a permission from asked to allowed inside its call's row", () => {
    const fold = new TranscriptFold();
    const request = {
      requestId: "r",
      callId: "a",
      tool: "Bash",
      input: {},
      isPlan: false,
      decidedBy: "person",
    };
    fold.push(
      numbered([
        ["tool_call", call("a", "Bash")],
        ["permission_request", request],
      ]),
    );
    expect(fold.read().openAsks).toHaveLength(1);
    fold.push(
      numbered(
        [["answered", { questionId: "r", actor: "ada", answer: { permission: "allow" } }]],
        3,
      ),
    );
    expect(fold.read().openAsks).toHaveLength(0);
    expect(fold.read().rows).toHaveLength(1);
    expect(fold.read().rows[0]).toMatchObject({
      ask: { state: "allowed", actor: "ada" },
      seqs: [1, 2, 3],
    });
  });

  it("does not wait for a person where the board answered", () => {
    const fold = new TranscriptFold();
    const request = {
      requestId: "r",
      callId: null,
      tool: "Bash",
      input: {},
      isPlan: false,
      decidedBy: "board",
    };
    fold.push(numbered([["permission_request", request]]));
    expect(fold.read().openAsks).toEqual([]);
    expect(fold.read().rows[0]).toMatchObject({
      kind: "ask",
      ask: { state: "board" },
    });
  });

  it("marks open asks as unanswered when the run ends", () => {
    const rows = foldEvents(
      numbered([
        [
          "question",
          {
            requestId: "q",
            callId: null,
            questions: [{ question: "Which?", options: [] }],
          },
        ],
        ["ended", { outcome: "completed", exitCode: 0, signal: null, message: null }],
      ]),
    );
    expect(rows[0]).toMatchObject({ ask: { state: "unanswered" } });
  });

  it("makes one row of a message's queued, delivered and echoed states", () => {
    const steer = (state: string) => ({
      messageId: "m",
      text: "skip it",
      actor: "ada",
      state,
    });
    const rows = foldEvents(
      numbered([
        ["steer", steer("queued")],
        ["user_message", { text: "skip it", isSynthetic: false, isReplay: true, uuid: "m" }],
      ]),
    );
    expect(shape(rows)).toEqual(["steer"]);
    expect(rows[0]).toMatchObject({ state: "delivered", seqs: [1, 2] });
  });

  it("does not repeat the prompt, nor what the program says about our own lines", () => {
    const prompt = "do it";
    const started = {
      agent: "qa",
      isResume: false,
      prompt,
      model: null,
      permissionLevel: "edit",
      isDemo: false,
    };
    const rows = foldEvents(
      numbered([
        ["run_started", started],
        ["status", { code: "command_lifecycle", text: "started", messageId: "p" }],
        ["user_message", { text: prompt, isSynthetic: false, isReplay: true, uuid: "p" }],
        ["stop_requested", { actor: "ada", reason: null }],
        ["status", { code: "control_response", text: "accepted" }],
        ["status", { text: "compacting" }],
      ]),
    );
    expect(rows.map((row) => [row.kind, row.seqs])).toEqual([
      ["started", [1, 2, 3]],
      ["notice", [4, 5]],
      ["notice", [6]],
    ]);
  });

  it("counts retries in one line", () => {
    const retry = (attempt: number) => ({
      attempt,
      maxRetries: 9,
      delayMs: 500,
      errorStatus: 529,
      error: "overloaded",
    });
    const rows = foldEvents(
      numbered([
        ["api_retry", retry(1)],
        ["api_retry", retry(2)],
      ]),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ count: 2, payload: { attempt: 2 } });
  });

  it("replaces a changed row by a new object and leaves the others alone", () => {
    const fold = new TranscriptFold();
    fold.push(
      numbered([
        ["tool_call", call("a", "Bash")],
        ["assistant_text", { text: "x", messageId: null }],
      ]),
    );
    const [before, text] = fold.read().rows;
    fold.push(numbered([["tool_result", result("a")]], 3));
    expect(fold.read().rows[0]).not.toBe(before);
    expect(fold.read().rows[1]).toBe(text);
  });
});

const anyEvent = fc.record({
  kind: fc.constantFrom(...runEventKinds),
  parent: fc.option(fc.constantFrom("a", "b", "c"), { nil: null }),
  payload: fc.oneof(
    fc.dictionary(fc.string(), fc.jsonValue()),
    fc.record({
      callId: fc.constantFrom("a", "b", "c"),
      tool: fc.constantFrom("Read", "Bash", "Task", "TodoWrite", "constructor", "__proto__"),
      input: fc.jsonValue(),
      text: fc.string(),
      messageId: fc.constant(null),
      isError: fc.boolean(),
      truncatedBytes: fc.nat(),
      exitCode: fc.constant(null),
      requestId: fc.constantFrom("r", "s"),
      questionId: fc.constantFrom("r", "s"),
      questions: fc.constant([]),
      isPlan: fc.boolean(),
      decidedBy: fc.constantFrom("person", "board"),
      actor: fc.string(),
      answer: fc.jsonValue(),
      taskId: fc.constantFrom("k", "l"),
      state: fc.string(),
      message: fc.string(),
    }),
  ),
});
const anyRun = fc.array(anyEvent, { maxLength: 120 }).map((list): RunEvent[] =>
  list.map((event, index) => ({
    ...event,
    seq: index + 1,
    at: "2026-01-05T09:00:00.000Z",
  })),
);

describe("whatever the events hold", () => {
  it("never throws, never shows an event twice, and drops only usage", () => {
    fc.assert(
      fc.property(anyRun, (events) => {
        const seqs = everySeq(foldEvents(events)).toSorted((a, b) => a - b);
        expect(new Set(seqs).size).toBe(seqs.length);
        const missing = events
          .filter((event) => !seqs.includes(event.seq))
          .map((event) => event.kind);
        expect(missing.filter((kind) => kind !== "usage")).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("gives the same rows however the events are cut into batches", () => {
    fc.assert(
      fc.property(anyRun, fc.array(fc.nat(10), { maxLength: 40 }), (events, cuts) => {
        const fold = new TranscriptFold();
        let from = 0;
        for (const cut of cuts) {
          fold.push(events.slice(from, from + cut));
          from += cut;
        }
        fold.push(events.slice(from));
        expect(fold.read().rows).toEqual(foldEvents(events));
      }),
      { numRuns: 200 },
    );
  });

  it("costs the same per event late in a long run as early", () => {
    const fold = new TranscriptFold();
    const batch = (from: number) =>
      numbered(
        Array.from({ length: 1000 }, (_, i) =>
          i % 2 === 0
            ? (["tool_call", call(`c${from + i}`, "Bash")] as const)
            : (["tool_result", result(`c${from + i - 1}`)] as const),
        ),
        from + 1,
      );
    for (let from = 0; from < 50_000; from += 1000) fold.push(batch(from));
    expect(fold.read().rows).toHaveLength(25_000);
  });
});
