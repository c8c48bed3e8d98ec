import type { RunRequest } from "#server/core/automation/plan.ts";
import type { Candidate, DispatchSnapshot, MemberFacts } from "#server/core/dispatch/snapshot.ts";
import type { FrontMatter } from "#server/contracts/skill.ts";
import { permissionLevels } from "#server/contracts/words.ts";
import type { PermissionLevel } from "#server/contracts/words.ts";
import { newRunId, newUuid, randomToken, sha256Hex } from "../lib/ids.ts";
import type { CauseText } from "../queries/run-cause.ts";
import type { Tx } from "../store/client.ts";
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
  const record = await tx.project.findUniqueOrThrow({
    where: { id: project.id },
    select: {
      workspaceRealPath: true,
      workspacePath: true,
      allowedCommands: true,
      fallbackModel: true,
    },
  });
  const skill = await tx.skill.findUnique({
    where: { projectId_agent: { projectId: project.id, agent: request.agent } },
    select: { frontMatter: true, hash: true, version: true },
  });
  const frontMatter = (skill?.frontMatter ?? {}) as FrontMatter;
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
  const previous = run.previousRunId
    ? await tx.run.findUnique({ where: { id: run.previousRunId }, select: { attempt: true } })
    : null;
  await tx.run.create({
    data: {
      id,
      projectId: project.id,
      ticketId: ticket?.id ?? null,
      agent: request.agent,
      automationId: request.automationId,
      firingId: candidate.firing?.id ?? null,
      cause: candidate.cause,
      causeText: { ...run.cause },
      attempt: (previous?.attempt ?? 0) + 1,
      previousRunId: run.previousRunId,
      groupName: request.group,
      exclusions: request.exclusions,
      sessionId,
      prompt: "",
      skillHash: skill?.hash ?? null,
      skillVersion: skill?.version ?? null,
      model: request.model,
      fallbackModel: request.fallbackModel ?? record.fallbackModel,
      agentType: member?.agentType ?? null,
      permissionLevel: levelFor(project.permissionLevel, member),
      allowedTools: frontMatter.allowedTools ?? [],
      disallowedTools: frontMatter.disallowedTools ?? [],
      env: request.env,
      maxTurns: request.maxTurns,
      maxCostUsd: request.maxCostUsd,
      timeoutSeconds: request.timeoutSeconds,
      isolation: request.isolation,
      cwd: record.workspaceRealPath ?? record.workspacePath ?? "",
      contract: { ...contract },
      contractHash: hashContract(contract),
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
  const key = { projectId: run.snapshot.project.id, agent: run.request.agent, ticketId: ticket.id };
  const known = await tx.agentSession.findUnique({
    where: { projectId_agent_ticketId: key },
    select: { sessionId: true, isStarted: true },
  });
  if (known?.isStarted) return known.sessionId;
  await tx.agentSession.upsert({
    where: { projectId_agent_ticketId: key },
    create: { ...key, sessionId: fresh, cwd: "", updatedAt: run.snapshot.now },
    update: { sessionId: fresh, updatedAt: run.snapshot.now },
  });
  return fresh;
}
