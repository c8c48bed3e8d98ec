import { z } from "zod";
import { agentTypeSchema, columnRoleSchema } from "#server/contracts/words.ts";
import { permissionLevelSchema, runStateSchema } from "#server/contracts/words.ts";
import { firingRowSchema } from "./firing-row.ts";
import { amountSchema, momentSchema } from "./stored-json.ts";

/** What `readBoardFacts` answers; a row that is not of this shape is a fault of ours and throws. */
export const boardFactsSchema = z.object({
  now: momentSchema,
  isEverythingPaused: z.boolean(),
  project: z.object({
    id: z.int(),
    slug: z.string(),
    isPaused: z.boolean(),
    pausedBy: z.string().nullable(),
    isDemo: z.boolean(),
    isImported: z.boolean(),
    permissionLevel: permissionLevelSchema,
    timeZone: z.string(),
    isolation: z.enum(["workspace", "worktree"]),
    workspaceRealPath: z.string().nullable(),
    trustedSettingsHash: z.string().nullable(),
  }),
  /** The configuration in force; `text` null = the one whose hash was named. */
  file: z.object({ hash: z.string(), text: z.string().nullable() }).nullable(),
  columns: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      role: columnRoleSchema,
      isManualSort: z.boolean(),
      wipLimit: z.int().nullable(),
      wipHard: z.boolean(),
      counts: z.array(z.object({ assignee: z.string().nullable(), count: z.int() })),
    }),
  ),
  members: z.array(
    z.object({
      slug: z.string(),
      kind: z.enum(["person", "agent"]),
      agentType: z.string().nullable(),
      hasSkill: z.boolean(),
      type: agentTypeSchema.nullable(),
      model: z.string().nullable(),
      maxTurns: z.int().nullable(),
      trust: permissionLevelSchema.nullable(),
      isSupervisor: z.boolean(),
      heldBy: z.string().nullable(),
      heldUntil: momentSchema.nullable(),
      costs: z.array(amountSchema),
    }),
  ),
  automationStates: z.array(
    z.object({
      automationId: z.string(),
      triggerType: z.string(),
      isEnabled: z.boolean(),
      cursor: z.int(),
      lastPolledAt: momentSchema.nullable(),
      startsAfter: z.int().nullable(),
      heldBy: z.string().nullable(),
      heldUntil: momentSchema.nullable(),
    }),
  ),
  activeRuns: z.array(
    z.object({
      id: z.string(),
      agent: z.string(),
      ticketId: z.int().nullable(),
      ticketNumber: z.int().nullable(),
      automationId: z.string().nullable(),
      group: z.string().nullable(),
      exclusions: z.array(z.string()),
      state: runStateSchema,
      startedAt: momentSchema,
      expectedEndAt: momentSchema.nullable(),
    }),
  ),
  parkedRuns: z.array(
    z.object({
      runId: z.string(),
      agent: z.string(),
      ticketNumber: z.int().nullable(),
      group: z.string(),
      since: momentSchema,
    }),
  ),
  undo: z.object({ by: z.string(), agent: z.string(), since: momentSchema }).nullable(),
  slots: z.object({ capacity: z.int(), active: z.int() }),
  spentUsd: amountSchema,
  reservedUsd: amountSchema,
  supervisorSpentUsd: amountSchema,
  /** What live workers found out about the agent CLI. */
  workers: z.array(z.unknown()),
  providerLimits: z.array(
    z.object({
      model: z.string(),
      until: momentSchema,
      reason: z.string(),
      isOpen: z.boolean(),
      lastStart: momentSchema.nullable(),
    }),
  ),
  recentStarts: z.array(
    z.object({
      at: momentSchema,
      automationId: z.string(),
      column: z.string(),
      waitedSince: momentSchema,
      priority: z.int(),
    }),
  ),
  due: z.array(firingRowSchema),
});
export type BoardFacts = z.infer<typeof boardFactsSchema>;
