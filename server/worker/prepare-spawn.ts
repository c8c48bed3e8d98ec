import { readFile } from "node:fs/promises";
import path from "node:path";
import type { AgentType, PermissionLevel } from "#server/contracts/words.ts";
import { buildPrompt } from "#server/core/prompt/prompt.ts";
import { buildArgv } from "../agent/argv.ts";
import { buildAgentEnv, ownVariables } from "../agent/env.ts";
import { buildPermissions } from "../agent/permissions.ts";
import type { PermissionInput } from "../agent/permissions.ts";
import { processDirFor, socketPathFor } from "../agent/process-runtime.ts";
import type { StartSpec } from "../agent/runtime.ts";
import { writeSettingsFile } from "../agent/settings-file.ts";
import { newUuid, randomToken } from "../lib/ids.ts";
import { inTransaction } from "../store/transaction.ts";
import { digestEarlierRuns } from "./causes/earlier-runs.ts";
import { chooseSession } from "./choose-session.ts";
import type { ChosenSession, SpawnOptions } from "./choose-session.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import type { WorkerContext } from "./context.ts";
import { onlyToolsOf } from "./memory-instructions.ts";
import { directWords, resumeCauses } from "./resume-causes.ts";
import { readRunSkill } from "./run-skill.ts";
import type { RunSkill } from "./run-skill.ts";

export interface Prepared {
  spec: StartSpec;
  n: number;
  sessionId: string;
  isResume: boolean;
  prompt: string;
  permissions: PermissionInput;
  /** Variables that the curl guard may expand. */
  variables: Record<string, string>;
  apiUrl: string;
}

export type Preparation =
  | { ok: true; prepared: Prepared }
  /** It cannot start; the sentence is for people. */
  | { ok: false; message: string }
  /** Another worker owns the run now. */
  | { ok: false; message: null };

/**
 * Reads the skill as it is now (rule 30), settles session and prompt, and commits them with the
 * process number BEFORE anything starts: whatever dies next, the row says what was meant to run.
 */
export async function prepareSpawn(
  context: WorkerContext,
  run: ClaimedRun,
  fence: number,
  options: SpawnOptions = {},
): Promise<Preparation> {
  const { project, ticket } = run;
  const skill = await readRunSkill(context, run);
  if (typeof skill === "string") return { ok: false, message: skill };
  const apiUrl = await context.apiUrl();
  if (apiUrl === null) return { ok: false, message: "the board's address is not known yet" };

  const permissions: PermissionInput = {
    level: levelOf(run),
    agentType: run.agentType as AgentType | null,
    projectCommands: project.allowedCommands,
    grantedTools: [...run.allowedTools, ...grantsOf(run)],
    disallowedTools: run.disallowedTools,
    onlyTools: onlyToolsOf(run),
    isRoot: process.getuid?.() === 0,
  };
  const granted = buildPermissions(permissions);
  if (!granted.ok) return { ok: false, message: granted.error };

  const session = await chooseSession(context, run, skill, options);
  const prompt = await buildRunPrompt(context, run, session, skill);

  const n = run.processNumber + 1;
  const dir = processDirFor(context.dataDir, run.id, n);
  const isOwned = await inTransaction(context.database, async (tx) => {
    const { count } = await tx.run.updateMany({
      where: { id: run.id, fence, state: { not: "ended" } },
      data: {
        processNumber: n,
        spoolOffset: 0,
        stderrOffset: 0,
        prompt,
        sessionId: session.id,
        isResume: session.isResume,
        skillHash: session.skill.hash,
        skillVersion: session.skill.version,
      },
    });
    if (count === 0 || ticket === null) return count > 0;
    const key = { projectId: project.id, agent: run.agent, ticketId: ticket.id };
    const row = {
      sessionId: session.id,
      cwd: run.cwd,
      isStarted: session.isResume,
      skillHash: session.skill.hash,
      skillVersion: session.skill.version,
      ...(session.isResume ? {} : { lastTotalUsd: null }),
      updatedAt: context.clock.now(),
    };
    await tx.agentSession.upsert({
      where: { projectId_agent_ticketId: key },
      create: { ...key, ...row },
      update: row,
    });
    return true;
  });
  if (!isOwned) return { ok: false, message: null };

  const token = run.tokenSecret ?? "";
  const facts = {
    runId: run.id,
    project: project.slug,
    ticketNumber: ticket?.number ?? null,
    agent: run.agent,
    apiUrl,
    token,
    workspace: run.cwd,
  };
  const settingsPath = await writeSettingsFile(dir, [run.cwd]);
  const cliVersion = run.isDemo ? null : (context.claude()?.version ?? null);
  const argv = buildArgv(
    {
      session: { id: session.id, isResume: session.isResume },
      ...granted.value,
      settingsPath,
      maxTurns: run.maxTurns,
      maxBudgetUsd: run.budgetUsd === null ? null : restOf(run),
      model: run.model,
      fallbackModel: run.fallbackModel,
    },
    cliVersion ?? "2.1.332",
  );
  return {
    ok: true,
    prepared: {
      n,
      sessionId: session.id,
      isResume: session.isResume,
      prompt,
      permissions,
      variables: ownVariables(facts),
      apiUrl,
      spec: {
        runId: run.id,
        n,
        fence,
        claudePath: run.isDemo ? context.programs.demoBin : context.programs.claudeBin,
        argv,
        env: buildAgentEnv({
          processEnv: context.env,
          extraNames: context.agentEnv,
          actionEnv: { ...demoEnv(context, run), ...(run.env as Record<string, string>) },
          run: facts,
        }),
        cwd: run.cwd,
        prompt: [{ id: newUuid(), text: prompt }],
        socketPath: socketPathFor(context.dataDir, run.id, n),
        dir,
        wallClockMs: run.timeoutSeconds * 1_000,
        orphanLimitMs: run.orphanLimitSeconds * 1_000,
      },
    },
  };
}

/** Rules that the answer to a parked request allowed for this run (ux 6). */
export function grantsOf(run: ClaimedRun): string[] {
  const { grants } = (run.firing?.payload ?? {}) as { grants?: unknown };
  return Array.isArray(grants) ? grants.filter((rule) => typeof rule === "string") : [];
}

/** A plan that was approved after its run had ended: this one works as Edit (ux 2). */
export function levelOf(run: ClaimedRun): PermissionLevel {
  const { isPlanApproved } = (run.firing?.payload ?? {}) as { isPlanApproved?: boolean };
  const level = run.permissionLevel as PermissionLevel;
  return level === "plan" && isPlanApproved === true ? "edit" : level;
}

/** The scripted agent keeps its sessions with our data, not in the person's home. */
function demoEnv(context: WorkerContext, run: ClaimedRun): Record<string, string> {
  return run.isDemo ? { FAKE_CLAUDE_STATE: path.join(context.dataDir, "demo-sessions") } : {};
}

/** The CLI counts the spend of one process: what an earlier one of this run used is taken off. */
function restOf(run: ClaimedRun): number | null {
  const rest = Number(run.budgetUsd) - Number(run.costUsd);
  return rest > 0 ? Number(rest.toFixed(8)) : null;
}

/** What the agent is told: everything on a first run, on a later one what it does not know yet. */
async function buildRunPrompt(
  context: WorkerContext,
  run: ClaimedRun,
  session: ChosenSession,
  skill: RunSkill,
): Promise<string> {
  const { database } = context;
  const ticket = run.ticket ? { number: run.ticket.number, title: run.ticket.title } : null;
  const delimiter = randomToken(6);
  if (session.isResume && ticket !== null) {
    const causes = await resumeCauses(database, run, session.toldRevision, delimiter);
    return buildPrompt({ kind: "resume", causes, ticket, skillChange: session.skillChange });
  }
  const digest = await digestEarlierRuns(database, run, delimiter);
  const causes =
    digest === null
      ? directWords(run)
      : await resumeCauses(database, run, session.toldRevision, delimiter);
  return buildPrompt({
    kind: "fresh",
    preamble: await readText(path.join(run.cwd, ".agents/preamble.md")),
    memory: await readText(path.join(run.cwd, ".agents", run.agent, "memory.md")),
    skill: skill.content,
    agent: run.agent,
    ticket,
    context: run.context,
    before: { digest, causes },
  });
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
