import { describe, expect, it } from "vitest";
import { classifyEnding } from "./classify.ts";
import type { Ending, EndingEvidence } from "./classify.ts";

type Result = EndingEvidence["results"][number];
const good: Result = {
  subtype: "success",
  isError: false,
  text: "Done.",
  errors: [],
  terminalReason: "completed",
  apiErrorStatus: null,
  turns: 3,
  deniedTools: [],
};
const exit = (overrides: Partial<NonNullable<EndingEvidence["exit"]>> = {}) => ({
  code: 0,
  signal: null,
  endedBy: "end" as const,
  spawnError: null,
  ...overrides,
});
const evidence = (overrides: Partial<EndingEvidence>): EndingEvidence => ({
  stopRequestedBy: null,
  exit: exit(),
  sawInit: true,
  results: [],
  isTurnOpen: false,
  rateLimit: null,
  assistantError: null,
  stderrTail: "",
  now: new Date("2026-09-21T10:00:00.000Z"),
  endedFor: null,
  ...overrides,
});
const failed = (overrides: Partial<Result>): Result => ({
  ...good,
  subtype: "error_during_execution",
  isError: true,
  text: null,
  terminalReason: null,
  ...overrides,
});
const resetsAt = "2026-09-21T14:13:20.000Z";

describe("why a run ended", () => {
  it.each<[string, Partial<EndingEvidence>, Partial<Ending>]>([
    ["a good result", { results: [good] }, { outcome: "completed" }],
    [
      "a good result, then killed by our own end",
      { results: [good], exit: exit({ code: null, signal: "SIGKILL" }) },
      { outcome: "completed" },
    ],
    [
      "a good result, then exit 143 by our own end",
      { results: [good], exit: exit({ code: 143 }) },
      { outcome: "completed" },
    ],
    [
      "a good result, the keeper closed stdin itself",
      { results: [good], exit: exit({ endedBy: "result_idle" }) },
      { outcome: "completed" },
    ],
    [
      "a good result, but then it crashed by itself",
      { results: [good], exit: exit({ endedBy: "agent", code: 139 }) },
      { outcome: "failed" },
    ],
    [
      "a good result with refused tools",
      { results: [{ ...good, deniedTools: ["Bash"] }] },
      { outcome: "completed", blockedTools: ["Bash"] },
    ],
    ["nothing done at all", { results: [{ ...good, turns: 0, text: "" }] }, { outcome: "failed" }],
    [
      "the last of several results counts",
      { results: [failed({ errors: ["x"] }), good] },
      { outcome: "completed" },
    ],
    [
      "stopped by a person, result or not",
      { results: [good], stopRequestedBy: "ada" },
      { outcome: "stopped", message: "Stopped by ada" },
    ],
    [
      "a program that could not start",
      { exit: exit({ spawnError: "spawn ENOENT" }), sawInit: false },
      { outcome: "spawn_failed", message: "spawn ENOENT" },
    ],
    [
      "a bad flag",
      {
        exit: exit({ code: 1, endedBy: "agent" }),
        sawInit: false,
        stderrTail: "error: unknown option '--x'\n",
      },
      { outcome: "spawn_failed", message: "error: unknown option '--x'" },
    ],
    [
      "an id in use",
      {
        exit: exit({ code: 1, endedBy: "agent" }),
        sawInit: false,
        stderrTail: "Error: Session ID U is already in use.\n",
      },
      { outcome: "spawn_failed", sessionProblem: "id_in_use" },
    ],
    [
      "an unknown session",
      {
        results: [failed({ errors: ["No conversation found with session ID: U"], turns: 0 })],
        sawInit: false,
      },
      { outcome: "spawn_failed", sessionProblem: "not_found" },
    ],
    [
      "an unknown session, said on stderr",
      {
        exit: exit({ code: 1, endedBy: "agent" }),
        sawInit: false,
        stderrTail: "No conversation found with session ID: U",
      },
      { outcome: "spawn_failed", sessionProblem: "not_found" },
    ],
    ["a crash", { exit: exit({ code: 139, endedBy: "agent" }) }, { outcome: "failed" }],
    [
      "a kill from outside",
      { exit: exit({ code: null, signal: "SIGKILL", endedBy: "agent" }) },
      { outcome: "failed", message: "The agent crashed (SIGKILL)" },
    ],
    ["no keeper and no result", { exit: null }, { outcome: "lost" }],
    [
      "no keeper, in the second turn",
      { exit: null, results: [good], isTurnOpen: true },
      { outcome: "lost" },
    ],
    [
      "no keeper, but everything was said",
      { exit: null, results: [good] },
      { outcome: "completed" },
    ],
    [
      "no worker for an hour",
      { exit: exit({ endedBy: "orphan" }), isTurnOpen: true },
      { outcome: "lost" },
    ],
    [
      "the wall clock",
      {
        exit: exit({ endedBy: "wall_clock" }),
        results: [failed({ terminalReason: "aborted_tools" })],
      },
      { outcome: "timed_out" },
    ],
    [
      "the wall clock in a second turn",
      { exit: exit({ endedBy: "wall_clock" }), results: [good], isTurnOpen: true },
      { outcome: "timed_out" },
    ],
    [
      "the wall clock after all was done",
      { exit: exit({ endedBy: "wall_clock" }), results: [good] },
      { outcome: "completed" },
    ],
    [
      "too much output",
      { exit: exit({ endedBy: "spool_limit", signal: "SIGKILL" }), isTurnOpen: true },
      { outcome: "failed" },
    ],
    ["silence", { endedFor: "stalled" }, { outcome: "stalled" }],
    [
      "the reservation used up",
      { endedFor: "budget", results: [failed({ terminalReason: "aborted_streaming" })] },
      { outcome: "budget_exceeded" },
    ],
    ["no init in time", { endedFor: "verify", sawInit: false }, { outcome: "verify_failed" }],
    [
      "an interrupt",
      { results: [failed({ terminalReason: "aborted_tools", errors: ["[ede_diagnostic] x"] })] },
      { outcome: "stopped", message: "Interrupted" },
    ],
    [
      "the turns",
      {
        results: [
          failed({ subtype: "error_max_turns", errors: ["Reached maximum number of turns (2)"] }),
        ],
      },
      { outcome: "max_turns", message: "Reached maximum number of turns (2)" },
    ],
    [
      "the turns, told as no error by an old CLI",
      { results: [{ ...good, subtype: "error_max_turns" }] },
      { outcome: "max_turns" },
    ],
    [
      "the money",
      { results: [failed({ subtype: "error_max_budget_usd" })] },
      { outcome: "budget_exceeded" },
    ],
    [
      "an API error called success",
      { results: [{ ...good, isError: true, text: "API Error: 500", apiErrorStatus: 500 }] },
      { outcome: "failed", message: "API Error: 500" },
    ],
    [
      "an API error with is_error false",
      { results: [{ ...good, text: "API Error: 500", apiErrorStatus: 500 }] },
      { outcome: "failed" },
    ],
    [
      "a limit by event",
      {
        results: [{ ...good, isError: true, text: "You've hit your limit" }],
        rateLimit: { status: "rejected", resetsAt, limitType: "five_hour" },
      },
      { outcome: "rate_limited", resetsAt },
    ],
    [
      "a limit by the message's error",
      { results: [{ ...good, isError: true }], assistantError: "rate_limit" },
      { outcome: "rate_limited", resetsAt: null },
    ],
    [
      "a limit by status",
      { results: [{ ...good, isError: true, apiErrorStatus: 429 }] },
      { outcome: "rate_limited" },
    ],
    [
      "a limit by the old wording",
      { results: [{ ...good, isError: true, text: "Claude AI usage limit reached|1790000000" }] },
      { outcome: "rate_limited", resetsAt },
    ],
    [
      "a limit that is over by our clock",
      {
        results: [{ ...good, isError: true, text: "You've hit your limit" }],
        rateLimit: { status: "rejected", resetsAt, limitType: "five_hour" },
        now: new Date("2026-09-21T14:15:00.000Z"),
      },
      { outcome: "rate_limited", resetsAt: "2026-09-21T14:16:00.000Z" },
    ],
    [
      "a limit by today's wording",
      { results: [{ ...good, isError: true, text: "You've hit your limit · resets 3am (UTC)" }] },
      { outcome: "rate_limited", resetsAt: "2026-09-22T03:00:00.000Z" },
    ],
    [
      "a refused login",
      {
        results: [{ ...good, isError: true, text: "Invalid API key", apiErrorStatus: 401 }],
        assistantError: "authentication_failed",
      },
      {
        outcome: "failed",
        message:
          "The login of claude was refused: log in again with `claude auth login` (Invalid API key)",
      },
    ],
    [
      "no login at all",
      {
        results: [{ ...good, isError: true, text: "Not logged in · Please run /login" }],
        assistantError: "authentication_failed",
      },
      { outcome: "failed", message: expect.stringContaining("`claude auth login`") as string },
    ],
    [
      "a conversation that does not fit any more",
      {
        results: [
          {
            ...good,
            isError: true,
            text: "Prompt is too long",
            terminalReason: "prompt_too_long",
            apiErrorStatus: 400,
          },
        ],
        assistantError: "invalid_request",
      },
      { outcome: "failed", message: "Prompt is too long", sessionProblem: "too_long" },
    ],
    [
      "an exit in a second turn, although the first ended well",
      { exit: exit({ endedBy: "agent" }), results: [good], isTurnOpen: true },
      { outcome: "failed", message: "The agent ended in the middle of a turn (exit code 0)" },
    ],
    [
      "a warning about a limit is none",
      { results: [good], rateLimit: { status: "allowed_warning", resetsAt, limitType: null } },
      { outcome: "completed", resetsAt: null },
    ],
    [
      "an error of another subtype",
      { results: [failed({ errors: ["boom"] })] },
      { outcome: "failed", message: "boom" },
    ],
    [
      "a rejected limit from before, and a good end",
      { results: [good], rateLimit: { status: "rejected", resetsAt, limitType: null } },
      { outcome: "completed" },
    ],
  ])("%s", (_name, given, expected) => {
    const ending = classifyEnding(evidence(given));
    expect(ending).toMatchObject(expected);
    expect(ending.message).not.toBe("");
    expect(ending.message).not.toContain("ede_diagnostic");
  });
});
