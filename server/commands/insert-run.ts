import type { RunRequest } from "#server/core/automation/plan.ts";
import type { Candidate, DispatchSnapshot, MemberFacts } from "#server/core/dispatch/snapshot.ts";
import type { FrontMatter } from "#server/contracts/skill.ts";
import { permissionLevels } from "#server/contracts/words.ts";
import type { PermissionLevel } from "#server/contracts/words.ts";
import { memoryPath } from "#server/core/prompt/memory-prompt.ts";
import { newUuid, randomToken, sha256Hex } from "../lib/ids.ts";
import type { CauseText } from "../queries/run-cause.ts";
import type { ActivityEntry } from "../store/activity.ts";
import type { SqlRunner } from "../store/sql-runner.ts";
import { insertRunRows } from "../store/sql/insert-runs.ts";
import type { Inserted, RunRow, RunsToInsert } from "../store/sql/insert-runs.ts";
import { numericText } from "../store/sql/money-of-day.ts";
import type { StartFacts } from "../store/sql/read-start-facts.ts";
import { deriveContract, hashContract } from "./derive-contract.ts";
import type { LockedView } from "./judge-locked.ts";

export interface NewRun {
  id: string;
  candidate: Candidate;
  request: RunRequest;
  cause: CauseText;
  previousRunId: string | null;
  forcedGates: string[];
  /** Where the admission leaves the ticket; null without one. */
  place: { column: string; revision: number } | null;
  /** Its row of the log. */
  entry: Omit<ActivityEntry, "projectId">;
}

/**
 * Inserts run rows with their frozen contracts, tokens, session rows, reservations and activity rows,
 * for `admit-run` alone; the last statement of its transaction. What depends on files (skill text,
 * prompt, whether the session can be resumed) is settled by the worker at spawn (rule 30). Unless
 * `inserted`, nothing was.
 */
export function insertRuns(
  sql: SqlRunner,
  { snapshot, facts }: LockedView,
  runs: NewRun[],
  along: Pick<RunsToInsert, "settled" | "taker">,
): Promise<Inserted> {
  const { project, budget, config, members, now } = snapshot;
  const supervisors = Object.values(members).filter((member) => member.isSupervisor);
  const slugs = supervisors.map((member) => member.slug);
  return insertRunRows(sql, {
    projectId: project.id,
    runs: runs.map((run) => toRow(run, snapshot, facts)),
    entries: runs.map(({ entry }) => entry),
    money: {
      projectId: project.id,
      wishes: runs.map(({ id, request }) => ({
        runId: id,
        amountUsd: request.reservationUsd,
        isSupervisor: slugs.includes(request.agent),
      })),
      capUsd: budget.capUsd,
      supervisorCapUsd: budget.supervisorCapUsd,
      supervisors: slugs,
      now,
      timeZone: config.timeZone ?? null,
    },
    ...along,
  });
}

function toRow(run: NewRun, snapshot: DispatchSnapshot, facts: StartFacts): RunRow {
  const { candidate, request } = run;
  const { ticket } = candidate;
  const member = snapshot.members[request.agent];
  const skill = facts.skills.find(({ agent }) => agent === request.agent);
  const previous = facts.previous.find(({ id }) => id === run.previousRunId);
  const cwd = facts.workspaceRealPath ?? facts.workspacePath ?? "";
  const frontMatter = (skill?.frontMatter ?? {}) as FrontMatter;
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
  return {
    id: run.id,
    ticketId: ticket?.id ?? null,
    agent: request.agent,
    automationId: request.automationId,
    firingId: candidate.firing?.id ?? null,
    cause: candidate.cause,
    causeText: run.cause,
    attempt: (previous?.attempt ?? 0) + 1,
    previousRunId: run.previousRunId,
    groupName: request.group,
    exclusions: request.exclusions,
    sessionId: newUuid(),
    skillHash: skill?.hash ?? null,
    skillVersion: skill?.version ?? null,
    model: request.model,
    fallbackModel: request.fallbackModel ?? facts.fallbackModel,
    ...toolsOf(snapshot, request, frontMatter, cwd),
    env: request.env,
    maxTurns: request.maxTurns,
    maxCostUsd: numericText(request.maxCostUsd),
    timeoutSeconds: request.timeoutSeconds,
    isolation: request.isolation,
    cwd,
    contract,
    contractHash: hashContract(contract),
    purpose: request.memory === null ? "work" : "memory",
    skillFile: request.memory?.instructionFile ?? request.skillFile,
    context: ticket === null ? request.context : null,
    actionsBefore: request.actionsOwed,
    actionsAfter: afterRun(request),
    restoreStatusOnFail: request.restoreStatusOnFail,
    forcedGates: run.forcedGates,
    columnBefore: ticket?.column ?? null,
    columnAfter: run.place?.column ?? null,
    ticketRevision: run.place?.revision ?? null,
    harness: request.harness,
    questionMode: frontMatter.questions ?? "ask",
    isDemo: snapshot.project.isDemo,
    tokenHash: sha256Hex(token),
    tokenSecret: token,
  };
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
function toolsOf(
  snapshot: DispatchSnapshot,
  request: RunRequest,
  frontMatter: FrontMatter,
  cwd: string,
): Pick<RunRow, "agentType" | "permissionLevel" | "allowedTools" | "disallowedTools"> {
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
    permissionLevel: level === "plan" ? level : "ask",
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
