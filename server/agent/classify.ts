/**
 * Why a run ended (claude-cli.md §9). Never from the exit code alone (a refused tool exits 0, an
 * interrupt too), never from `subtype` alone (API errors are a "success"). The last result before
 * the end counts; where we ended the process after it, code and signal say nothing.
 */
import type { RunEventPayload } from "#server/contracts/run-event.ts";
import type { RunOutcome } from "#server/contracts/words.ts";
import type { ExitRecord } from "./keeper/protocol.ts";
import { readResetTime } from "./reset-time.ts";

export type EndingEvidence = {
  /** Name of who asked the board to stop the run; null: nobody. */
  stopRequestedBy: string | null;
  /** From the folder; null: the keeper died without writing it. */
  exit: Pick<ExitRecord, "code" | "signal" | "endedBy" | "spawnError"> | null;
  sawInit: boolean;
  /** In order; the last one classifies. */
  results: Pick<
    RunEventPayload<"result">,
    | "subtype"
    | "isError"
    | "text"
    | "errors"
    | "terminalReason"
    | "apiErrorStatus"
    | "turns"
    | "deniedTools"
  >[];
  /** `assistant` or `user` lines came after the last result (`normaliser.isTurnOpen()`). */
  isTurnOpen: boolean;
  /** The last one of the run. */
  rateLimit: RunEventPayload<"rate_limit"> | null;
  /** Last `assistant.error` since the previous result. */
  assistantError: string | null;
  stderrTail: string;
  /** For a time of day in the CLI's words. */
  now: Date;
  /** What the worker ended it for, where that was not a person's stop. */
  endedFor: "stalled" | "budget" | "verify" | "parked" | null;
};

export type Ending = {
  outcome: RunOutcome;
  /** One line for people; never empty. */
  message: string;
  /** ISO; when the account's limit ends, where it is known. */
  resetsAt: string | null;
  /** What to do about the session before the next try; `too_long`: a further one cannot go on with it. */
  sessionProblem: "id_in_use" | "not_found" | "too_long" | null;
  /** Tools that were refused in a run that otherwise ended well. */
  blockedTools: string[];
};

export function classifyEnding(evidence: EndingEvidence): Ending {
  const { exit, results, isTurnOpen } = evidence;
  const last = results.at(-1) ?? null;
  if (evidence.stopRequestedBy !== null) {
    return end("stopped", `Stopped by ${evidence.stopRequestedBy}`);
  }
  if (exit?.spawnError) return end("spawn_failed", exit.spawnError);
  const forced = classifyForced(evidence, last === null || isTurnOpen || isAborted(last));
  if (forced) return forced;
  if (last === null) return classifyWithoutResult(evidence);
  if (exit === null && isTurnOpen) return end("lost", "The process is gone without a trace");
  if (isTurnOpen && exit?.endedBy === "agent") {
    return end("failed", `The agent ended in the middle of a turn (${describe(exit)})`);
  }
  return classifyResult(evidence, last);
}

function end(outcome: RunOutcome, message: string, rest: Partial<Ending> = {}): Ending {
  return { outcome, message, resetsAt: null, sessionProblem: null, blockedTools: [], ...rest };
}

/** What ended the run from outside. After a result of a closed turn only the worker's word counts. */
function classifyForced(evidence: EndingEvidence, isUnfinished: boolean): Ending | null {
  switch (evidence.endedFor) {
    case "verify":
      return end("verify_failed", tailOr(evidence, "The agent did not start as expected"));
    case "stalled":
      return end("stalled", "No output for too long");
    case "budget":
      return end("budget_exceeded", "The money set aside for this run is used up");
    case "parked":
      return end("completed", "Waiting for an answer");
    case null:
      break;
  }
  if (!isUnfinished) return null;
  switch (evidence.exit?.endedBy) {
    case "wall_clock":
      return end("timed_out", "The time limit of the run is used up");
    case "spool_limit":
      return end("failed", "The output passed the size limit of a run");
    case "process_limit":
      return end("failed", "The agent ran more processes than a run may have");
    case "orphan":
      return end("lost", "No worker was there for too long");
    case "signal":
      return end("stopped", "Stopped by a signal from outside");
    default:
      return null;
  }
}

function classifyWithoutResult(evidence: EndingEvidence): Ending {
  const { exit, sawInit } = evidence;
  if (/is already in use/.test(evidence.stderrTail)) {
    return end("spawn_failed", lastLine(evidence.stderrTail), { sessionProblem: "id_in_use" });
  }
  if (/No conversation found/.test(evidence.stderrTail)) {
    return end("spawn_failed", lastLine(evidence.stderrTail), { sessionProblem: "not_found" });
  }
  if (exit === null) return end("lost", "The process is gone without a trace");
  if (hitFileLimit(evidence)) {
    return end("failed", "The agent wrote a file larger than a run may write");
  }
  if (!sawInit) return end("spawn_failed", tailOr(evidence, `Ended at once (${describe(exit)})`));
  return end("failed", `The agent crashed (${describe(exit)})`);
}

type Result = EndingEvidence["results"][number];

function isAborted(result: Result): boolean {
  return result.terminalReason?.startsWith("aborted") ?? false;
}

const NO_CONVERSATION = /No conversation found/;

function classifyResult(evidence: EndingEvidence, last: Result): Ending {
  const { exit } = evidence;
  const message = messageOf(last);
  if (isAborted(last)) return end("stopped", "Interrupted");
  if (last.subtype === "error_max_turns" || last.terminalReason === "max_turns") {
    return end("max_turns", message || "The turns of this run are used up");
  }
  if (last.subtype === "error_max_budget_usd" || last.terminalReason === "budget_exhausted") {
    return end("budget_exceeded", message || "The money of this run is used up");
  }
  if (last.errors.some((error) => NO_CONVERSATION.test(error))) {
    return end("spawn_failed", message, { sessionProblem: "not_found" });
  }
  if (last.isError || last.apiErrorStatus !== null) return classifyError(evidence, last);
  if (last.subtype !== "success") return end("failed", message || last.subtype);
  const exitedByItself = exit !== null && exit.endedBy === "agent";
  if (exitedByItself && (exit.code !== 0 || exit.signal !== null)) {
    return end(
      "failed",
      hitFileLimit(evidence)
        ? "The agent wrote a file larger than a run may write"
        : `Ended with an error after its result (${describe(exit)})`,
    );
  }
  if (last.turns === 0 && (last.text ?? "") === "") {
    return end("failed", "The agent ended without having done anything");
  }
  if (last.deniedTools.length > 0) {
    const tools = last.deniedTools.join(", ");
    return end("completed", `Finished, but was not allowed to use ${tools}`, {
      blockedTools: last.deniedTools,
    });
  }
  return end("completed", "Finished");
}

/** Wordings have changed often: the structured signals come first (claude-cli.md §4). */
const LIMIT_TEXT = /usage limit reached|hit your .*limit|\blimit · resets\b/i;

function classifyError(evidence: EndingEvidence, last: Result): Ending {
  const { rateLimit, assistantError } = evidence;
  const message = messageOf(last) || "The model's API failed";
  const isLimit =
    rateLimit?.status === "rejected" ||
    assistantError === "rate_limit" ||
    last.apiErrorStatus === 429 ||
    LIMIT_TEXT.test(message);
  if (isLimit) {
    const told = rateLimit?.status === "rejected" ? rateLimit.resetsAt : null;
    const opening = told === null ? readResetTime(message, evidence.now) : new Date(told);
    return end("rate_limited", message, { resetsAt: opening && laterOf(opening, evidence.now) });
  }
  if (assistantError === "authentication_failed" || last.apiErrorStatus === 401) {
    return end("failed", `${NO_LOGIN} (${message})`);
  }
  const isTooLong = TOO_LONG.has(last.terminalReason ?? "");
  return end("failed", message, { sessionProblem: isTooLong ? "too_long" : null });
}

/** By our clock it may be over already: then trying again at once would be refused again and again. */
function laterOf(opening: Date, now: Date): string {
  return new Date(Math.max(opening.getTime(), now.getTime() + SHORTEST_LIMIT_MS)).toISOString();
}

const SHORTEST_LIMIT_MS = 60_000;

/** What the CLI says about it names commands that only its own screen knows. */
const NO_LOGIN = "The login of claude was refused: log in again with `claude auth login`";

/** What was said does not fit into a request any more: the same again would end the same way. */
const TOO_LONG = new Set(["prompt_too_long", "image_error"]);

/** The CLI's own diagnostics are of no use to people. */
function messageOf(result: Result): string {
  const text = result.errors.find((error) => !error.startsWith("[ede_diagnostic]")) ?? result.text;
  return (text ?? "").trim().slice(0, 2_000);
}

const FILE_LIMIT_EXIT = 128 + 25;

/** SIGXFSZ, as itself or as a shell reports it; programs that ignore the signal get EFBIG instead. */
function hitFileLimit({ exit, stderrTail }: EndingEvidence): boolean {
  if (exit === null) return false;
  if (exit.signal === "SIGXFSZ" || exit.code === FILE_LIMIT_EXIT) return true;
  const hasFailed = exit.code !== 0 || exit.signal !== null;
  return hasFailed && /\bEFBIG\b|File (?:too large|size limit exceeded)/i.test(stderrTail);
}

function describe(exit: Pick<ExitRecord, "code" | "signal">): string {
  return exit.signal === null ? `exit code ${exit.code}` : exit.signal;
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.slice(0, 2_000) ?? "";
}

function tailOr(evidence: EndingEvidence, message: string): string {
  return lastLine(evidence.stderrTail) || message;
}
