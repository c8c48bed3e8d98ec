import { z } from "zod";
import { sentenceSchema } from "./why.ts";
import { patchTicketSchema } from "./ticket.ts";

/** As many tickets as one request may change. */
export const MAX_BULK_TICKETS = 500;

/** A project's revision: what was admitted after it came later. */
const revision = z.number().int().min(0);

/** Fields as they have to be now; a ticket that somebody changed since is left alone. */
const expectedFields = patchTicketSchema
  .pick({ title: true, description: true, priority: true, assignedTo: true })
  .strict();

/** What is done to one ticket of a bulk request. Everything here is also what takes something back. */
export const ticketChangeSchema = z.discriminatedUnion("do", [
  z.strictObject({
    do: z.literal("move"),
    status: z.string(),
    /** The ticket in front of which it comes to stand; absent or gone meanwhile: the end. */
    before: z.number().int().nullable().optional(),
    /** Also ends what runs on it. */
    stopRun: z.boolean().optional(),
    /** Also ends what has started on it since, and takes back what that changed (ux 28). */
    undoRunsSince: revision.optional(),
  }),
  z.strictObject({
    do: z.literal("edit"),
    ...patchTicketSchema.pick({
      title: true,
      description: true,
      priority: true,
      assignedTo: true,
    }).shape,
    addLabels: z.array(z.number().int()).max(100).optional(),
    removeLabels: z.array(z.number().int()).max(100).optional(),
    expected: expectedFields.optional(),
  }),
  z.strictObject({ do: z.literal("delete") }),
  z.strictObject({
    do: z.literal("restore"),
    /** As for a move; its own column stays. */
    before: z.number().int().nullable().optional(),
  }),
  z.strictObject({ do: z.literal("run"), agent: z.string().optional() }),
  z.strictObject({
    do: z.literal("stop"),
    /** Only what has started since; what it changed is taken back. */
    undoRunsSince: revision.optional(),
  }),
]);
export type TicketChange = z.infer<typeof ticketChangeSchema>;

export const bulkItemSchema = z.strictObject({
  ticket: z.number().int().positive(),
  change: ticketChangeSchema,
});
export type BulkItem = z.infer<typeof bulkItemSchema>;

/** POST P/tickets/bulk: carried out in order, each ticket by itself. */
export const bulkSchema = z.strictObject({
  items: z
    .array(bulkItemSchema)
    .min(1)
    .max(MAX_BULK_TICKETS)
    .refine((items) => new Set(items.map((item) => item.ticket)).size === items.length, {
      message: "each ticket at most once",
    }),
});

export const bulkResultSchema = z.object({
  ticket: z.number().int(),
  /** Why nothing was done to it; null: it was done, or was so already. */
  failure: z.object({ code: z.string(), error: z.string() }).nullable(),
  /** What takes it back; null: nothing changed, or nothing can. */
  undo: ticketChangeSchema.nullable(),
  /** Started by it. */
  runId: z.string().nullable(),
  /** The start it asked for waits: for what, in a sentence. */
  waits: sentenceSchema.nullable(),
  /** Runs that were told to stop. */
  stopped: z.array(z.string()),
});
export type BulkResult = z.infer<typeof bulkResultSchema>;

export const bulkAnswerSchema = z.object({ items: z.array(bulkResultSchema) });
export type BulkAnswer = z.infer<typeof bulkAnswerSchema>;
