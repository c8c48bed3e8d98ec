#!/usr/bin/env node
/**
 * A scripted stand-in for the `claude` CLI: a real process that speaks the same protocol on stdin
 * and stdout, really runs commands and really edits files, but follows a story instead of a model.
 * The demo runs on it, and so do the tests. It is never used in a project a person opened.
 *
 * People list the stories with `--list` and play one by its name.
 *
 * Environment: `FAKE_CLAUDE_SCENARIO`, `FAKE_CLAUDE_SPEED` (2 = twice as fast), `FAKE_CLAUDE_STATE`
 * (folder of sessions), `FAKE_CLAUDE_LOG` (journal), `FAKE_CLAUDE_LOGGED_OUT`, `FAKE_CLAUDE_VERSION`.
 */
import { randomUUID } from "node:crypto";
import { parseArguments, UsageError } from "./arguments.ts";
import type { Arguments } from "./arguments.ts";
import { chooseScenario } from "./choose-scenario.ts";
import { readInput } from "./input.ts";
import type { Input, UserMessage } from "./input.ts";
import { journal, journalStart } from "./journal.ts";
import { explainUsage, listScenarios } from "./list-scenarios.ts";
import { createOutput } from "./output.ts";
import type { Output } from "./output.ts";
import { argumentsToPlay } from "./play-by-name.ts";
import { replay } from "./replay.ts";
import { scenarios } from "./scenarios/registry.ts";
import { loadSession, saveSession } from "./session-store.ts";
import type { Session } from "./session-store.ts";
import { killRunningCommands } from "./tools.ts";
import { createTurn } from "./turn.ts";
import { TurnEnd } from "./turn-context.ts";

const VERSION = process.env["FAKE_CLAUDE_VERSION"] ?? "2.1.332";
class Interrupted extends Error {}

function exit(code: number, reason: string): never {
  journal({ event: "stop", code, reason });
  process.exit(code);
}

function answerPreflight(argv: string[]): boolean {
  if (argv[0] === "--version" || argv[0] === "-v") {
    process.stdout.write(`${VERSION} (Signalbox demo agent)\n`);
    return true;
  }
  if (argv[0] === "auth" && argv[1] === "status") {
    const isLoggedIn = process.env["FAKE_CLAUDE_LOGGED_OUT"] !== "1";
    process.stdout.write(
      `${JSON.stringify({ loggedIn: isLoggedIn, authMethod: isLoggedIn ? "demo" : "none" })}\n`,
    );
    process.exitCode = isLoggedIn ? 0 : 1;
    return true;
  }
  if (argv.includes("--list")) {
    process.stdout.write(`${listScenarios(argv.includes("--json"))}\n`);
    return true;
  }
  const [name] = argv;
  if (name === undefined || (!name.startsWith("-") && !scenarios.has(name))) {
    process.stderr.write(`${explainUsage(name)}\n`);
    process.exitCode = 2;
    return true;
  }
  return false;
}

/** Finds or makes the session; refuses as the real CLI does. */
function openSession(args: Arguments): Session {
  if (args.resumeId !== null) {
    const session = loadSession(args.resumeId);
    if (session) return session;
    createOutput(args.resumeId).emit({
      type: "result",
      subtype: "error_during_execution",
      is_error: true,
      errors: [`No conversation found with session ID: ${args.resumeId}`],
      num_turns: 0,
      duration_ms: 0,
      total_cost_usd: 0,
    });
    exit(1, "no conversation");
  }
  const id = args.sessionId ?? randomUUID();
  if (loadSession(id)) {
    process.stderr.write(`Error: Session ID ${id} is already in use.\n`);
    exit(1, "id in use");
  }
  return { id, cwd: process.cwd(), scenario: "", turns: 0, totalCostUsd: 0 };
}

async function run(argv: string[]): Promise<never> {
  journalStart(argv);
  let args: Arguments;
  try {
    args = parseArguments(argv);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return exit(1, "usage");
  }
  const session = openSession(args);
  const output = createOutput(session.id);
  const mode = { value: args.permissionMode };
  let turn: AbortController | null = null;
  const respond = (requestId: string): void =>
    output.raw(
      `${JSON.stringify({ type: "control_response", response: { subtype: "success", request_id: requestId } })}\n`,
    );
  const input = readInput({
    onInterrupt(requestId) {
      respond(requestId);
      turn?.abort(new Interrupted());
    },
    onRequest(requestId, request) {
      if (request["subtype"] === "set_permission_mode") mode.value = String(request["mode"]);
      respond(requestId);
    },
    onBroken: () => exit(1, "broken line"),
  });
  process.on("SIGTERM", () => {
    killRunningCommands();
    exit(143, "SIGTERM");
  });
  process.on("SIGINT", () => turn?.abort(new Interrupted()));

  const spentUsd = { value: 0 };
  let isLastAnError = false;
  for (;;) {
    const message = await nextMessage(args, input);
    if (message === null) return exit(isLastAnError ? 1 : 0, "stdin closed");
    turn = new AbortController();
    isLastAnError = await playTurn({ args, session, input, output, message, mode, spentUsd, turn });
    turn = null;
  }
}

let hasReadText = false;
/** In text mode the whole stdin, or what follows `--`, is the one message. */
async function nextMessage(args: Arguments, input: Input): Promise<UserMessage | null> {
  if (args.inputFormat === "stream-json") return input.next();
  if (hasReadText) return null;
  hasReadText = true;
  return { uuid: null, text: args.positional.join(" "), isNow: false };
}

type TurnParts = {
  args: Arguments;
  session: Session;
  input: Input;
  output: Output;
  message: UserMessage;
  mode: { value: string };
  spentUsd: { value: number };
  turn: AbortController;
};

/** True when the turn's result was an error. */
async function playTurn(parts: TurnParts): Promise<boolean> {
  const { args, session, output, message, mode } = parts;
  const isResumed = args.resumeId !== null;
  session.scenario = chooseScenario(message.text, session.scenario || null, process.env);
  session.turns += 1;
  const scenario = scenarios.get(session.scenario);
  let isTold = false;
  const tellInit = (): void => {
    output.emit({
      type: "system",
      subtype: "init",
      cwd: process.cwd(),
      model: args.model,
      permissionMode: mode.value,
      tools: ["Bash", "Edit", "Glob", "Read", "TodoWrite", "Write"],
      mcp_servers: [],
      claude_code_version: VERSION,
      apiKeySource: "none",
    });
    if (!isTold) replay(parts, message);
    isTold = true;
    saveSession(session);
  };
  if (scenario?.isSilent !== true) tellInit();
  const turn = createTurn({
    ...parts,
    isResumed,
    signal: parts.turn.signal,
    speed: Number(process.env["FAKE_CLAUDE_SPEED"] ?? 1) || 1,
    cwd: process.cwd(),
    tellInit,
    keepSession: () => saveSession(session),
    exit,
  });
  let result: Record<string, unknown> = {};
  try {
    if (!scenario) throw new Error(`unknown scenario "${session.scenario}"`);
    await scenario.play(turn);
  } catch (error) {
    result = resultOf(error);
  }
  const isError = turn.end(result);
  saveSession(session);
  return isError;
}

function resultOf(error: unknown): Record<string, unknown> {
  if (error instanceof TurnEnd) return error.result;
  const wasInterrupted = error instanceof Interrupted;
  return {
    subtype: "error_during_execution",
    is_error: true,
    errors: [wasInterrupted ? "[ede_diagnostic] interrupted" : String(error)],
    terminal_reason: wasInterrupted ? "aborted_tools" : "api_error",
  };
}

const argv = process.argv.slice(2);
if (!answerPreflight(argv)) {
  const [first = "", ...rest] = argv;
  run(scenarios.has(first) ? argumentsToPlay(first, rest) : argv).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    exit(1, "error");
  });
}
