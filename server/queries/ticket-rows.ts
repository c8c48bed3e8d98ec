import { z } from "zod";
import { actorKindSchema, runOutcomeSchema, runStateSchema } from "#server/contracts/words.ts";
import { firingRowSchema } from "./firing-row.ts";
import { momentSchema } from "./stored-json.ts";

const runRowSchema = z.object({
  id: z.string(),
  agent: z.string(),
  automationId: z.string().nullable(),
  cause: z.string(),
  state: runStateSchema,
  outcome: runOutcomeSchema.nullable(),
  admittedRevision: z.int(),
  createdAt: momentSchema,
  startedAt: momentSchema.nullable(),
  endedAt: momentSchema.nullable(),
  stopRequestedBy: z.string().nullable(),
  stopRequestedByKind: actorKindSchema.nullable(),
  isStopLifted: z.boolean(),
  hasProgress: z.boolean(),
  /** Of a lost run: an event of the agent itself was stored. */
  hasSpoken: z.boolean(),
  wakeOn: z.object({ kind: z.string(), until: z.string().nullable() }).nullable(),
  commitBefore: z.string().nullable(),
  commitAfter: z.string().nullable(),
  /** `failure.retries` of its contract. */
  retries: z.int().nullable(),
});
/** One of the newest runs of a pair. */
export type RunRow = z.infer<typeof runRowSchema>;

const touchSchema = z.object({
  actorKind: actorKindSchema,
  actor: z.string(),
  automationId: z.string().nullable(),
  revision: z.int(),
});
/** Newest revision of what one actor did to a ticket, its children and its blockers. */
export type Touch = z.infer<typeof touchSchema>;

/** What `readTicketRows` answers; a row that is not of this shape is a fault of ours and throws. */
export const ticketRowsSchema = z.array(
  z.object({
    id: z.int(),
    number: z.int(),
    title: z.string(),
    description: z.string(),
    column: z.string(),
    orderKey: z.string(),
    assignee: z.string().nullable(),
    priority: z.int(),
    level: z.int(),
    parentNumber: z.int().nullable(),
    revision: z.int(),
    isDeleted: z.boolean(),
    createdAt: momentSchema,
    updatedAt: momentSchema,
    enteredColumnAt: momentSchema,
    enteredColumnRevision: z.int().nullable(),
    labels: z.array(z.string()),
    contract: z.unknown(),
    beingEditedBy: z.string().nullable(),
    openBlockers: z.array(z.int()),
    creationChain: z.int(),
    children: z.array(
      z.object({
        number: z.int(),
        column: z.string(),
        isDeleted: z.boolean(),
        createdByRunId: z.string().nullable(),
      }),
    ),
    /** Newest first. */
    runs: z.array(runRowSchema),
    touches: z.array(touchSchema),
    owed: z.array(firingRowSchema),
    /** Sessions a person works in. */
    taken: z.array(z.object({ agent: z.string(), by: z.string(), at: momentSchema })),
    /** What automations without a runAgent did: revision of the newest act. */
    acts: z.array(z.object({ automationId: z.string(), revision: z.int() })),
    /** Of the last human event on the ticket; 0 = none. */
    personRevision: z.int(),
    lastMover: z
      .object({ actor: z.string(), actorKind: actorKindSchema, at: momentSchema })
      .nullable(),
    /** Changes and comments of automations since then. */
    automationChanges: z.int(),
    /** Column changes, oldest first; only where runs ended since the last human event. */
    moves: z.array(
      z.object({
        revision: z.int(),
        from: z.string().nullable(),
        to: z.string().nullable(),
        /** Into a done-role column. */
        isDone: z.boolean(),
      }),
    ),
  }),
);
export type TicketRow = z.infer<typeof ticketRowsSchema>[number];
