import { z } from "zod";

/** Somebody else who touched a file of a run: another run, or a person. */
export const touchedBySchema = z.object({
  kind: z.enum(["run", "person"]),
  run: z.string().nullable(),
  agent: z.string().nullable(),
  ticket: z.number().int().nullable(),
});
export type TouchedBy = z.infer<typeof touchedBySchema>;

/** What a snapshot of a folder left out. */
export const skippedSchema = z.object({
  tooLarge: z.number().int(),
  unreadable: z.number().int(),
  nested: z.number().int(),
  names: z.array(z.string()),
});

/** POST …/runs/{id}/undo. */
export const undoRequestSchema = z.strictObject({
  /** Back to where this turn ended; 0 or absent: to before the run. */
  toTurn: z.number().int().min(0).optional(),
  /** Says what would be done and does nothing. */
  preview: z.boolean().optional(),
  /** Files in conflict that are put back all the same. */
  putBack: z.array(z.string().max(1_024)).max(1_000).optional(),
  /** Takes the run's last undo back. */
  restore: z.boolean().optional(),
});
export type UndoRequest = z.infer<typeof undoRequestSchema>;

export const undoFileSchema = z.object({
  path: z.string(),
  /** `merge`: put back, with what changed since kept. `conflict`: left as it is. */
  kind: z.enum(["write", "remove", "merge", "conflict"]),
  /**
   * `shared`: another run was at work on it at the same time. `not_named`: nothing that the run did
   * names it, so it may be a person's. `committed`: somebody else's commit changed it meanwhile.
   */
  reason: z
    .enum(["changed_since", "gone_since", "link", "not_seen", "shared", "not_named", "committed"])
    .nullable(),
  /** An edit or a command of the run names it. */
  isNamed: z.boolean(),
  canForce: z.boolean(),
  also: z.array(touchedBySchema),
});
export type UndoFile = z.infer<typeof undoFileSchema>;

/** Why commits stay: in words of ours, for the catalogues. */
export const revertObstacleSchema = z.enum([
  "detached",
  "rewritten",
  "too_many",
  "conflict",
  "staged",
  "unsupported",
]);

const valueChange = <T extends z.ZodType>(value: T) => z.object({ from: value, to: value });

export const undoPlanSchema = z.object({
  files: z.array(undoFileSchema),
  commits: z.array(z.object({ id: z.string(), subject: z.string() })),
  commitsStay: revertObstacleSchema.nullable(),
  /** Made by somebody else while the run was at work: they stay. */
  commitsOfOthers: z.array(z.object({ id: z.string(), subject: z.string() })).default([]),
  /** Deleted by an undo, brought back by undoing it. */
  tickets: z.array(z.object({ number: z.number().int(), title: z.string() })),
  column: valueChange(z.string()).nullable(),
  labels: valueChange(z.array(z.string())).nullable(),
  /** Somebody else moved or labelled the ticket since: left as it is. */
  boardStays: z.array(z.enum(["column", "labels"])),
  /** Commands of the run that reached beyond this machine. */
  beyond: z.object({ pushes: z.array(z.string()), network: z.array(z.string()) }),
  skipped: skippedSchema.nullable(),
});
export type UndoPlan = z.infer<typeof undoPlanSchema>;

export const undoStateSchema = z.object({
  id: z.string(),
  state: z.enum(["owed", "doing", "done", "failed"]),
  by: z.string(),
  at: z.iso.datetime(),
  toTurn: z.number().int().nullable(),
  /** It took an earlier undo back. */
  isRestore: z.boolean(),
  error: z.string().nullable(),
});
export type UndoState = z.infer<typeof undoStateSchema>;

export const undoAnswerSchema = z.object({
  /** Null for a preview. */
  undo: undoStateSchema.nullable(),
  plan: undoPlanSchema,
  /** Files that could not be written after all. */
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type UndoAnswer = z.infer<typeof undoAnswerSchema>;
