import { z } from "zod";
import { activityKinds } from "./activity.ts";
import { actorKindSchema } from "./words.ts";

/** What happens to accounts and to the installation as a whole: one row per writing transaction (S-23). */
export const accountKinds = [
  "signed_in",
  "signed_out",
  "session_ended",
  "password_set",
  "profile_changed",
  "person_changed",
  "invitation_created",
  "invitation_revoked",
  "invitation_accepted",
  "token_created",
  "token_revoked",
  "login_link_created",
  "picture_stored",
  "project_deleted",
  "everything_paused",
  "everything_resumed",
] as const;
export type AccountKind = (typeof accountKinds)[number];

/** Every action the audit knows. */
export const auditActions = [...accountKinds, ...activityKinds] as const;
export const auditActionSchema = z.enum(auditActions);
export type AuditAction = z.infer<typeof auditActionSchema>;

export const auditRowSchema = z.object({
  /** Unique; also the cursor behind which the next page begins. */
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.string(),
  actorKind: actorKindSchema,
  action: auditActionSchema,
  /** Slug; null: of no project. */
  project: z.string().nullable(),
  ticket: z.number().int().nullable(),
  run: z.string().nullable(),
  automation: z.string().nullable(),
  requestId: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type AuditRow = z.infer<typeof auditRowSchema>;

/** GET /audit, newest first; `next` goes into `after`, null at the end. */
export const auditSchema = z.object({
  items: z.array(auditRowSchema),
  next: z.string().nullable(),
});
export type Audit = z.infer<typeof auditSchema>;
