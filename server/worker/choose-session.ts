import { stripFrontMatter } from "#server/core/prompt/prompt.ts";
import { isAtLeast } from "../agent/version.ts";
import { newUuid } from "../lib/ids.ts";
import type { AgentSession } from "../store/generated/client.ts";
import type { ClaimedRun } from "./claimed-run.ts";
import type { WorkerContext } from "./context.ts";
import { harnessOf } from "./harness.ts";
import type { RunSkill } from "./run-skill.ts";
import { describeSkillChange } from "./skill-change.ts";

/** From this version on a conversation is found again from another folder (claude-cli.md §5). */
const ANY_FOLDER_SINCE = "2.1.240";

export interface SpawnOptions {
  /** A session that was lost or whose id is in use is not tried the same way again. */
  session?: "fresh" | "resume";
}

export interface ChosenSession {
  id: string;
  isResume: boolean;
  /** The activity this pair was told about last; null = it never worked here. */
  toldRevision: bigint | null;
  /** By what skill the conversation lives from this run on. */
  skill: Pick<RunSkill, "hash" | "version">;
  /** What it is told about the change of its skill; null = nothing. */
  skillChange: string | null;
}

/**
 * Resumes the pair's conversation where it can go on, else begins anew: without a ticket, when it was
 * never started or was lost, in another folder with an older CLI, and after a change of the skill
 * unless the project says otherwise (rules 12, 29, 30).
 */
export async function chooseSession(
  context: WorkerContext,
  run: ClaimedRun,
  skill: RunSkill,
  options: SpawnOptions = {},
): Promise<ChosenSession> {
  const known = await findSession(context, run);
  const toldRevision = known?.lastRevision ?? (await readLastAdmission(context, run));
  const fresh = { id: newUuid(), isResume: false, toldRevision, skill, skillChange: null };
  if (options.session === "fresh" || run.ticketId === null) return fresh;
  // A person's word, kept over a second process of the run.
  if (run.processNumber === 0 && harnessOf(run).session === "fresh") return fresh;
  if (options.session === "resume" && run.sessionId !== null) {
    return { ...fresh, id: run.sessionId, isResume: true };
  }
  if (!known?.isStarted || !isReachable(context, run, known)) return fresh;
  const resumed = { ...fresh, id: known.sessionId, isResume: true };
  if (known.skillHash === skill.hash) return resumed;
  const asBefore = {
    ...resumed,
    skill: { hash: known.skillHash ?? skill.hash, version: known.skillVersion },
  };
  // What the owner did in it would be lost with the conversation (ux 36).
  if (run.cause === "given_back") return asBefore;
  const before = await readVersion(context, run, known.skillVersion);
  // Front matter is not part of what the agent reads: a new grant there ends no conversation.
  if (before !== null && stripFrontMatter(before.content) === stripFrontMatter(skill.content)) {
    return resumed;
  }
  switch (run.project.skillChange) {
    case "keep":
      return asBefore;
    case "send":
      return { ...resumed, skillChange: describeSkillChange(before, skill) };
    default:
      return fresh;
  }
}

function findSession({ database }: WorkerContext, run: ClaimedRun): Promise<AgentSession | null> {
  const { projectId, agent, ticketId } = run;
  if (ticketId === null) return Promise.resolve(null);
  return database.prisma.agentSession.findUnique({
    where: { projectId_agent_ticketId: { projectId, agent, ticketId } },
  });
}

/** Where nothing else is known, the pair was told what there was when its last run was admitted. */
async function readLastAdmission(
  { database }: WorkerContext,
  run: ClaimedRun,
): Promise<bigint | null> {
  if (run.ticketId === null) return null;
  const last = await database.prisma.run.findFirst({
    where: {
      projectId: run.projectId,
      agent: run.agent,
      ticketId: run.ticketId,
      id: { not: run.id },
      startedAt: { not: null },
    },
    orderBy: { createdAt: "desc" },
    select: { admittedRevision: true },
  });
  return last?.admittedRevision ?? null;
}

function isReachable(context: WorkerContext, run: ClaimedRun, known: AgentSession): boolean {
  if (known.cwd === run.cwd) return true;
  const version = context.claude()?.version ?? null;
  return version !== null && isAtLeast(version, ANY_FOLDER_SINCE);
}

async function readVersion(
  { database }: WorkerContext,
  run: ClaimedRun,
  version: number | null,
): Promise<{ content: string; version: number } | null> {
  if (version === null) return null;
  return database.prisma.skillVersion.findUnique({
    where: { projectId_agent_version: { projectId: run.projectId, agent: run.agent, version } },
    select: { content: true, version: true },
  });
}
