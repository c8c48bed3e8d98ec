import { z } from "zod";

/**
 * The closed word lists of the domain. Status words are spelt as literals here and nowhere else.
 */

/** Life of a run (runs.md §1). Active = every state but `ended`. */
export const runStates = [
  "queued",
  "starting",
  "verifying",
  "running",
  "awaiting_input",
  "ending",
  "ended",
] as const;
export const runStateSchema = z.enum(runStates);
export type RunState = z.infer<typeof runStateSchema>;

/** Why a run ended (runs.md §1). */
export const runOutcomes = [
  "completed",
  "failed",
  "max_turns",
  "budget_exceeded",
  "timed_out",
  "stalled",
  "stopped",
  "rate_limited",
  "spawn_failed",
  "verify_failed",
  "lost",
] as const;
export const runOutcomeSchema = z.enum(runOutcomes);
export type RunOutcome = z.infer<typeof runOutcomeSchema>;

export const verdicts = ["DONE", "PARTIAL", "STUCK", "DORMANT"] as const;
export const verdictSchema = z.enum(verdicts);
export type Verdict = z.infer<typeof verdictSchema>;

/** Enum words as existing boards spell them, in rising order: index = stored number. */
export const priorities = ["Idea", "NiceToHave", "Required", "Critical"] as const;
export const prioritySchema = z.enum(priorities);
export type Priority = z.infer<typeof prioritySchema>;

export const columnRoles = ["normal", "waiting", "review", "blocked", "done"] as const;
export const columnRoleSchema = z.enum(columnRoles);
export type ColumnRole = z.infer<typeof columnRoleSchema>;

export const agentTypes = ["orchestrator", "researcher", "coder", "devops", "analyst"] as const;
export const agentTypeSchema = z.enum(agentTypes);
export type AgentType = z.infer<typeof agentTypeSchema>;

/** What an agent may do without asking (ux.md 2). */
export const permissionLevels = ["plan", "ask", "edit", "everything"] as const;
export const permissionLevelSchema = z.enum(permissionLevels);
export type PermissionLevel = z.infer<typeof permissionLevelSchema>;

export const actorKinds = ["person", "agent", "automation", "system"] as const;
export const actorKindSchema = z.enum(actorKinds);
export type ActorKind = z.infer<typeof actorKindSchema>;

export const userRoles = ["owner", "member", "viewer"] as const;
export const userRoleSchema = z.enum(userRoles);
export type UserRole = z.infer<typeof userRoleSchema>;

/** Why a firing exists (rules 1). `trigger` is an event trigger's firing or a level trigger's candidate. */
export const firingCauses = [
  "trigger",
  "manual",
  "retry",
  "wake",
  "message",
  "answer",
  "given_back",
  "chain",
] as const;
export const firingCauseSchema = z.enum(firingCauses);
export type FiringCause = z.infer<typeof firingCauseSchema>;

/** Codes of the gates in the order in which they are evaluated (engine.md §3). */
export const gateCodes = [
  "PROJECT_PAUSED",
  "TICKET_CLOSED",
  "AUTOMATION_OFF",
  "NOT_DUE",
  "NO_MATCH",
  "CONDITION",
  "CONTRACT_NOT_READY",
  "DEPTH_LIMIT",
  "DUPLICATE",
  "TAKEN_OVER",
  "NOTHING_CHANGED",
  "LOOP_SUSPECTED",
  "BACKOFF",
  "RETRIES_SPENT",
  "SLEEPING",
  "BLOCKED",
  "GROUP_BUSY",
  "EXCLUDED",
  "BUDGET_REACHED",
  "BUDGET_RESERVED",
  "AGENT_UNAVAILABLE",
  "WORKSPACE_INVALID",
  "WORKSPACE_UNTRUSTED",
  "COLUMN_FULL",
  "STOPPED_BY_PERSON",
  "BEING_EDITED",
  "AGENT_HELD",
  "PROVIDER_LIMIT",
  "RESERVED",
  "DISK_LOW",
  "ENGINE_DOWN",
  "SLOTS_FULL",
  "REDIS_DOWN",
] as const;
export const gateCodeSchema = z.enum(gateCodes);
export type GateCode = z.infer<typeof gateCodeSchema>;

/** The one word per ticket that people read (ux.md 14), first that applies from the top. */
export const stateWords = [
  "asks",
  "failed",
  "stuck",
  "interrupted",
  "running",
  "starting",
  "retrying",
  "sleeps",
  "waits",
  "to_review",
  "done",
  "not_moved",
  "stopped",
] as const;
export const stateWordSchema = z.enum(stateWords);
export type StateWord = z.infer<typeof stateWordSchema>;
