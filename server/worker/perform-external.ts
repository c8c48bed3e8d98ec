import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { agentSlugSchema } from "#server/contracts/skill.ts";
import type { Sentence } from "#server/contracts/why.ts";
import type { ExternalAction } from "#server/core/automation/plan.ts";
import { memoryPath } from "#server/core/prompt/memory-prompt.ts";
import { inherited } from "../agent/env.ts";
import { createRedactor } from "../lib/redact.ts";
import { runProgram } from "../agent/run-program.ts";
import type { ProgramEnd } from "../agent/run-program.ts";
import { commitFile } from "../lib/commit-file.ts";
import { callOut } from "../lib/outgoing.ts";
import { resolveInside } from "../lib/resolve-inside.ts";
import { describeError } from "../lib/result.ts";
import { told } from "../commands/action-note.ts";
import type { WorkerContext } from "./context.ts";
import { secretValues } from "../lib/secret-values.ts";

/** What an external action is about. */
export interface ActionSurroundings {
  project: { slug: string; workspaceRealPath: string | null; allowedHosts: string[] };
  ticket: { number: number; title: string } | null;
  runId: string | null;
}

export interface Effect {
  ok: boolean;
  /** One sentence; its first word after the action names the reason of a failure. */
  text: string;
  /** The same for other languages. */
  sentence: Sentence;
  /** What a program or a server said, redacted and bounded. */
  output?: string;
  /** Trying again cannot help. */
  isFinal?: boolean;
  /** The worker is leaving: it did not fail, it is to be done again. */
  isAborted?: boolean;
}

type ProgramAction = Extract<ExternalAction, { type: "runCommand" | "executePowerShell" }>;

/** Carries out one action that leaves the board. Never throws; never inside a transaction. */
export async function performExternal(
  context: WorkerContext,
  action: ExternalAction,
  about: ActionSurroundings,
  signal: AbortSignal,
): Promise<Effect> {
  try {
    switch (action.type) {
      case "runCommand":
      case "executePowerShell":
        return await performProgram(context, action, about, signal);
      case "httpRequest":
        return await performCall(context, action, about, signal);
      case "commitAgentMemory":
        return await commitMemory(context, action.agent, about);
    }
  } catch (error) {
    const said = { action: action.type, error: describeError(error) };
    return { ok: false, ...told("action.failed", said) };
  }
}

async function performProgram(
  context: WorkerContext,
  action: ProgramAction,
  about: ActionSurroundings,
  signal: AbortSignal,
): Promise<Effect> {
  const { type } = action;
  if (!context.allowScripts) {
    return {
      ok: false,
      isFinal: true,
      ...told("action.scripts_off", { action: type }),
    };
  }
  const cwd = about.project.workspaceRealPath;
  if (cwd === null) {
    return { ok: false, isFinal: true, ...told("action.no_workspace", { action: type }) };
  }
  const scratch = await mkdtemp(path.join(tmpdir(), "signalbox-script-"));
  try {
    const end = await runProgram({
      ...(await argvOf(action, cwd, scratch)),
      cwd,
      env: programEnv(context, action, about, cwd),
      timeoutMs: action.timeoutSeconds * 1_000,
      signal,
    });
    return toEffect(context, action, end);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function argvOf(
  action: ProgramAction,
  cwd: string,
  scratch: string,
): Promise<{ command: string; args: string[] }> {
  if (action.type === "runCommand") return { command: action.command, args: action.args };
  let file = path.join(scratch, "action.ps1");
  if (action.scriptFile === null) await writeFile(file, action.script, { mode: 0o600 });
  else file = await resolveInside(cwd, action.scriptFile);
  return {
    command: "pwsh",
    args: ["-NoProfile", "-NonInteractive", "-File", file, ...action.args],
  };
}

/** What is known of the ticket is data in variables, never part of a command line (S-15). */
function programEnv(
  context: WorkerContext,
  action: ProgramAction,
  { project, ticket, runId }: ActionSurroundings,
  cwd: string,
): Record<string, string> {
  return {
    ...inherited({ processEnv: context.env, extraNames: context.agentEnv }),
    ...action.env,
    SIGNALBOX_PROJECT: project.slug,
    SIGNALBOX_TICKET_ID: ticket === null ? "" : String(ticket.number),
    // A variable cannot hold NUL, and the database keeps none.
    SIGNALBOX_TICKET_TITLE: ticket?.title ?? "",
    SIGNALBOX_RUN_ID: runId ?? "",
    WORKSPACE: cwd,
  };
}

function toEffect(context: WorkerContext, action: ProgramAction, end: ProgramEnd): Effect {
  const { type } = action;
  const program = type === "runCommand" ? action.command : "pwsh";
  const about = { action: type, program };
  if (end.kind === "not_started") {
    const missing =
      type === "executePowerShell" ? "action.powershell_missing" : "action.program_missing";
    const refused = { action: type, code: "PROGRAM_REFUSED", error: end.message };
    return {
      ok: false,
      isFinal: true,
      ...(end.code === "ENOENT" ? told(missing, about) : told("action.failed_code", refused)),
    };
  }
  const output = createRedactor(secretValues(context)).text(end.output);
  if (end.kind !== "ended") {
    return end.kind === "aborted"
      ? { ok: false, isAborted: true, ...told("action.leaving", about), output }
      : {
          ok: false,
          ...told("action.timed_out", { ...about, seconds: action.timeoutSeconds }),
          output,
        };
  }
  const { exitCode: code, exitSignal: signal } = end;
  if (code === null) {
    return { ok: false, ...told("action.signal", { ...about, signal: signal ?? "" }), output };
  }
  const key = code === 0 ? "action.exited" : "action.exit_failed";
  return { ok: code === 0, ...told(key, { ...about, code }), output };
}

async function performCall(
  context: WorkerContext,
  action: Extract<ExternalAction, { type: "httpRequest" }>,
  { project }: ActionSurroundings,
  signal: AbortSignal,
): Promise<Effect> {
  const { method, url, headers, body, timeoutSeconds } = action;
  const { allowedHosts } = project;
  const timeoutMs = timeoutSeconds * 1_000;
  const answer = await callOut({ method, url, headers, body, timeoutMs, allowedHosts, signal });
  if (!answer.ok) {
    const { code, message, isFinal } = answer;
    const isAborted = code === "ABORTED";
    const said = { action: action.type, code, error: message };
    return { ok: false, isFinal, isAborted, ...told("action.failed_code", said) };
  }
  const { status } = answer;
  const ok = status >= 200 && status < 400;
  const rest = answer.isTruncated ? "\n[the rest was left out]" : "";
  return {
    ok,
    // A server that is busy may answer later; one that refuses the request will not change its mind.
    isFinal: status < 500 && status !== 429 && status !== 408,
    ...told(ok ? "action.answered" : "action.answer_refused", {
      action: action.type,
      host: new URL(url).host,
      status,
    }),
    output: createRedactor(secretValues(context)).text(`${answer.body}${rest}`),
  };
}

async function commitMemory(
  context: WorkerContext,
  agent: string,
  { project }: ActionSurroundings,
): Promise<Effect> {
  const action = "commitAgentMemory";
  if (!agentSlugSchema.safeParse(agent).success) {
    return { ok: false, isFinal: true, ...told("action.no_agent_name", { action, agent }) };
  }
  if (project.workspaceRealPath === null) {
    return { ok: false, isFinal: true, ...told("action.no_workspace", { action }) };
  }
  const file = memoryPath(agent);
  const result = await commitFile({
    workspace: project.workspaceRealPath,
    file,
    message: `Memory of ${agent}`,
    author: { name: agent, email: `${agent}@agents.invalid` },
    now: context.clock.now(),
  });
  if (result.kind === "refused") {
    const { isFinal, why: error } = result;
    return { ok: false, isFinal, ...told("action.failed", { action, error }) };
  }
  if (result.kind === "nothing") {
    return { ok: true, ...told("action.failed", { action, error: result.why }) };
  }
  const commit = result.commit.slice(0, 8);
  return { ok: true, ...told("action.committed", { action, file, commit }) };
}
