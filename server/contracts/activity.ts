import { z } from "zod";
import { sentenceSchema } from "./why.ts";
import { actorKindSchema } from "./words.ts";

/**
 * The activity log: one row per writing transaction, carrying the project's next revision, gapless and
 * in commit order (rules 8). It is the audit, the source of event triggers and the clients' delta log.
 */
export const activityKinds = [
  "project_created",
  "project_changed",
  "project_paused",
  "project_resumed",
  "ticket_created",
  "ticket_changed",
  "ticket_moved",
  "ticket_deleted",
  "ticket_restored",
  "comment_added",
  "comment_edited",
  "comment_deleted",
  "columns_changed",
  "labels_changed",
  "members_changed",
  "views_changed",
  "skill_saved",
  "skill_seen",
  "automations_loaded",
  "automation_switched",
  "automation_retried",
  "agent_held",
  "agent_released",
  "run_requested",
  "run_withdrawn",
  "run_admitted",
  "run_running",
  "run_asks",
  "run_answered",
  "run_stop_requested",
  "run_ended",
  "run_message",
  "run_taken_over",
  "run_given_back",
  "group_released",
  "run_undone",
  "firing_settled",
  "stop_lifted",
  "budget_noted",
  "settings_accepted",
  "ticket_imported",
  "history_imported",
  "project_imported",
] as const;
export const activityKindSchema = z.enum(activityKinds);
export type ActivityKind = z.infer<typeof activityKindSchema>;

/** A changed field with its old and new value; `status` = column name. Descriptions carry no text. */
export const fieldChangeSchema = z.object({
  field: z.enum([
    "title",
    "description",
    "priority",
    "assignee",
    "labels",
    "parent",
    "status",
    "order",
    "blockers",
  ]),
  from: z.unknown(),
  to: z.unknown(),
});
export type FieldChange = z.infer<typeof fieldChangeSchema>;

/** `data` of an activity row; further keys by kind: comment {comment: number}, run {run, agent, outcome}. */
export const activityDataSchema = z.looseObject({
  changes: z.array(fieldChangeSchema).optional(),
  comment: z.number().int().optional(),
  run: z.string().optional(),
  agent: z.string().optional(),
  outcome: z.string().optional(),
  /** What became of a rule's actions, or what an undo did. */
  actions: z.array(z.object({ text: z.string(), sentence: sentenceSchema.optional() })).optional(),
});
export type ActivityData = z.infer<typeof activityDataSchema>;

export const activityActorSchema = z.object({
  kind: actorKindSchema,
  slug: z.string(),
  runId: z.string().nullable(),
  automationId: z.string().nullable(),
});
export type ActivityActor = z.infer<typeof activityActorSchema>;
