import type { RunRequest } from "#server/core/automation/plan.ts";
import type { Candidate, DispatchSnapshot, MemberFacts } from "#server/core/dispatch/snapshot.ts";
import type { FrontMatter } from "#server/contracts/skill.ts";
import { permissionLevels } from "#server/contracts/words.ts";
import type { PermissionLevel } from "#server/contracts/words.ts";
import { memoryPath } from "#server/core/prompt/memory-prompt.ts";
import { newRunId, newUuid, randomToken, sha256Hex } from "../lib/ids.ts";
import type { CauseText } from "../queries/run-cause.ts";
import type { Tx } from "../store/client.ts";
import { readStartFacts } from "../store/sql/read-start-facts.ts";
import { deriveContract, hashContract } from "./derive-contract.ts";

export interface NewRun {
  snapshot: DispatchSnapshot;
  candidate: Candidate;
  request: RunRequest;
  cause: CauseText;
  previousRunId: string | null;
  forcedGates: string[];
}

/**
 * Inserts the run row with its frozen contract, its token and its session row, for `admit-run` alone.
 * What depends on files (skill text, prompt, whether the session can be resumed) is settled by the
 * worker at spawn (rule 30).
 */
export async function insertRun(tx: Tx, run: NewRun): Promise<{ id: string }> {
  const { snapshot, candidate, request } = run;
  const { project } = snapshot;
  const { ticket } = candidate;
  const member = snapshot.members[request.agent];
  const facts = await readStartFacts(tx, {
    projectId: project.id,
    agent: request.agent,
    previousRunId: run.previousRunId,
  });
  const cwd = facts.workspaceRealPath ?? facts.workspacePath ?? "";
  const frontMatter = (facts.frontMatter ?? {}) as FrontMatter;
  const id = newRunId();
  const token = `sbr_${randomToken(32)}`;
  const contract = deriveContract({
    ticket,
    agent: request.agent,
    agentType: member?.agentType ?? null,
    automation: request.automationName,
    context: request.context,
    contextMode: request.contextMode,
    allowedTools: frontMatter.allowedTools ?? [],
    disallowedTools: frontMatter.disallowedTools ?? [],
    timeoutSeconds: request.timeoutSeconds,
    retries: request.maxConsecutiveRuns - 1,
  });
  const sessionId = await takeSession(tx, run);
  await tx.run.create({
    data: {
      id,
      projectId: project.id,
      ticketId: ticket?.id ?? null,
      agent: request.agent,
      automationId: request.automationId,
      firingId: candidate.firing?.id ?? null,
      cause: candidate.cause,
      causeText: run.cause as object,
      attempt: (facts.previousAttempt ?? 0) + 1,
      previousRunId: run.previousRunId,
      groupName: request.group,
      exclusions: request.exclusions,
      sessionId,
      prompt: "",
      skillHash: facts.skillHash,
      skillVersion: facts.skillVersion,
      model: request.model,
      fallbackModel: request.fallbackModel ?? facts.fallbackModel,
      purpose: request.memory === null ? "work" : "memory",
      skillFile: request.memory?.instructionFile ?? request.skillFile,
      context: ticket === null ? request.context : null,
      ...toolsOf(run, frontMatter, cwd),
      env: request.env,
      maxTurns: request.maxTurns,
      maxCostUsd: request.maxCostUsd,
      timeoutSeconds: request.timeoutSeconds,
      isolation: request.isolation,
      cwd,
      contract: { ...contract },
      contractHash: hashContract(contract),
      actionsBefore: request.actionsOwed as object[],
      actionsAfter: [...afterRun(request)],
      restoreStatusOnFail: request.restoreStatusOnFail,
      forcedGates: run.forcedGates,
      admittedRevision: 0,
      isDemo: project.isDemo,
      tokenHash: sha256Hex(token),
      tokenSecret: token,
      createdAt: snapshot.now,
    },
  });
  return { id };
}

/** What is left to do when the run has ended: its actions, then the next runAgent of the chain. */
function afterRun(request: RunRequest): object[] {
  if (request.nextActionIndex === null) return request.actionsAfter;
  return [
    ...request.actionsAfter,
    { type: "chain", on: "completed", index: request.nextActionIndex },
  ];
}

/** A run that compacts a memory may write that file and nothing else, whatever its agent may (rule 6). */
function toolsOf({ snapshot, request }: NewRun, frontMatter: FrontMatter, cwd: string) {
  const member = snapshot.members[request.agent];
  const level = levelFor(snapshot.project.permissionLevel, member);
  if (request.memory === null) {
    return {
      agentType: member?.agentType ?? null,
      permissionLevel: level,
      allowedTools: frontMatter.allowedTools ?? [],
      disallowedTools: frontMatter.disallowedTools ?? [],
    };
  }
  const file = memoryPath(request.agent);
  return {
    agentType: null,
    permissionLevel: level === "plan" ? level : ("ask" as const),
    // The CLI reads a path from its folder on, our own answer the whole of it.
    allowedTools: [file, `${cwd}/${file}`].flatMap((at) => [`Edit(${at})`, `Write(${at})`]),
    disallowedTools: ["Bash", "WebFetch", "WebSearch", "Task", "Agent", "NotebookEdit"],
  };
}

/** Front matter narrows the project's level and never widens it (rule 6). */
function levelFor(projectLevel: PermissionLevel, member: MemberFacts | undefined): PermissionLevel {
  const trust = member?.trust ?? projectLevel;
  return permissionLevels.indexOf(trust) < permissionLevels.indexOf(projectLevel)
    ? trust
    : projectLevel;
}

/** The pair's conversation: the one that was started, else a fresh id. Without a ticket always fresh. */
async function takeSession(tx: Tx, run: NewRun): Promise<string> {
  const { ticket } = run.candidate;
  const fresh = newUuid();
  if (ticket === null) return fresh;
  const { snapshot, request } = run;
  const [row] = await tx.$queryRaw<{ sessionId: string }[]>`
    INSERT INTO "AgentSession" AS known ("projectId", "agent", "ticketId", "sessionId", "cwd", "updatedAt")
    VALUES (${snapshot.project.id}, ${request.agent}, ${ticket.id}, ${fresh}, '', ${snapshot.now})
    ON CONFLICT ("projectId", "agent", "ticketId") DO UPDATE SET
      "sessionId" = CASE WHEN known."isStarted" THEN known."sessionId" ELSE EXCLUDED."sessionId" END,
      "updatedAt" = CASE WHEN known."isStarted" THEN known."updatedAt" ELSE EXCLUDED."updatedAt" END
    RETURNING "sessionId"`;
  return row?.sessionId ?? fresh;
}
