import { z } from "zod";
import { actorKindSchema, columnRoleSchema, prioritySchema, stateWordSchema } from "./words.ts";
import { sentenceSchema } from "./why.ts";

const dateTime = z.iso.datetime();

export const labelSchema = z.object({ id: z.number().int(), name: z.string(), color: z.string() });
export type Label = z.infer<typeof labelSchema>;

export const columnSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  color: z.string(),
  sortOrder: z.number().int(),
  role: columnRoleSchema,
  sort: z.enum(["manual", "priority", "updated", "created", "oldest", "cost"]),
  wipLimit: z.number().int().nullable(),
  wipHard: z.boolean(),
});
export type Column = z.infer<typeof columnSchema>;

export const memberSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  slug: z.string(),
  kind: z.enum(["person", "agent"]),
  type: z.string().nullable(),
  isHeld: z.boolean(),
  hasSkill: z.boolean(),
});
export type Member = z.infer<typeof memberSchema>;

/** A question, plan or permission request that waits for a person. */
export const openQuestionSchema = z.object({
  id: z.string(),
  runId: z.string(),
  ticket: z.number().int().nullable(),
  kind: z.enum(["question", "permission", "plan"]),
  state: z.enum(["open", "answered", "parked", "withdrawn", "decided"]),
  payload: z.record(z.string(), z.unknown()),
  answer: z.unknown(),
  answeredBy: z.string().nullable(),
  createdAt: dateTime,
  answeredAt: dateTime.nullable(),
});
export type OpenQuestion = z.infer<typeof openQuestionSchema>;

/** The one state line of a card (ux.md 14): computed by the server from run, questions and gates. */
export const ticketStateSchema = z.object({
  word: stateWordSchema,
  /** The reason that always follows the word; null only where there is none to give. */
  reason: sentenceSchema.nullable(),
  since: dateTime,
  runId: z.string().nullable(),
  agent: z.string().nullable(),
  /** Present when word is `waits`. */
  gate: z.string().nullable(),
  place: z.number().int().nullable(),
  question: openQuestionSchema.nullable(),
  /** A person's start or message is owed, or queued, and can be taken back. */
  isQueued: z.boolean().optional(),
  /** A parked run of it keeps a group to itself (ux.md 6). */
  holds: z.object({ runId: z.string(), group: z.string(), since: dateTime }).nullable().optional(),
  /** A person works in the session of its agent (ux.md 36). */
  takenOver: z
    .object({ runId: z.string(), agent: z.string(), by: z.string() })
    .nullable()
    .optional(),
});
export type TicketState = z.infer<typeof ticketStateSchema>;

/** What a board's card needs, and no ticket body. */
export const cardSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  status: z.string(),
  orderKey: z.string(),
  priority: prioritySchema,
  assignedTo: z.string().nullable(),
  assigneeKind: z.enum(["person", "agent"]).nullable(),
  assigneeType: z.string().nullable(),
  labels: z.array(labelSchema),
  parentId: z.number().int().nullable(),
  subTickets: z.object({ done: z.number().int(), total: z.number().int() }),
  todo: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  commentCount: z.number().int(),
  costUsd: z.number(),
  runStartedAt: dateTime.nullable(),
  enteredColumnAt: dateTime,
  createdAt: dateTime,
  updatedAt: dateTime,
  revision: z.number().int(),
  state: ticketStateSchema.nullable(),
  /**
   * The newest change worth telling, and where a person made it also the newest by anyone else; `by` is
   * that person's handle, null for an agent, an automation or the system. Own changes are no news.
   */
  news: z.array(z.object({ revision: z.number().int(), by: z.string().nullable() })),
  /**
   * Others changed it since the asking person last opened it (ux.md 16). False in deltas, which are the
   * same for everybody: there `news` decides.
   */
  unread: z.boolean(),
  /** Only of a deleted ticket, which only a search for deleted ones shows. */
  deletedAt: dateTime.optional(),
});
export type Card = z.infer<typeof cardSchema>;

/** PUT P/tickets/{n}/read: everything up to this revision of the project is read. */
export const readMarkSchema = z.object({ revision: z.number().int() });

export const boardColumnSchema = columnSchema.extend({
  /** True count from the database, whatever the window holds. */
  count: z.number().int(),
  /** How many of them came into a done column more than 14 days ago: a board does not show those. */
  archived: z.number().int().optional(),
  /** How many a search finds here; absent without one. */
  found: z.number().int().optional(),
  waiting: z.number().int(),
  cards: z.array(cardSchema),
  /** Cursor of the next window, null at the end. */
  next: z.string().nullable(),
});
export type BoardColumn = z.infer<typeof boardColumnSchema>;

/** Money against the cap, in USD, on the project's calendar day. */
export const budgetSchema = z.object({
  day: z.string(),
  spentUsd: z.number(),
  reservedUsd: z.number(),
  /** null: no fuse. */
  capUsd: z.number().nullable(),
  isEstimated: z.boolean(),
});
export type Budget = z.infer<typeof budgetSchema>;

/** GET P/board. */
export const boardSchema = z.object({
  project: z.string(),
  revision: z.number().int(),
  columns: z.array(boardColumnSchema),
  members: z.array(memberSchema),
  labels: z.array(labelSchema),
});
export type Board = z.infer<typeof boardSchema>;

export const commentSchema = z.object({
  id: z.number().int(),
  ticketId: z.number().int(),
  content: z.string(),
  author: z.string(),
  authorKind: actorKindSchema,
  runId: z.string().nullable(),
  createdAt: dateTime,
  editedAt: dateTime.nullable(),
});
export type Comment = z.infer<typeof commentSchema>;

export const activitySchema = z.object({
  id: z.number().int(),
  ticketId: z.number().int(),
  author: z.string(),
  authorKind: actorKindSchema,
  text: z.string(),
  kind: z.string(),
  data: z.record(z.string(), z.unknown()),
  createdAt: dateTime,
});
export type TicketActivity = z.infer<typeof activitySchema>;

export const subTicketSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  status: z.string(),
  assignedTo: z.string().nullable(),
  /** The word of its state, where it has one; only on the ticket that is asked for. */
  word: stateWordSchema.nullable().optional(),
});

/** A ticket as it is chosen from a list or named in a text. */
export const ticketRefSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  status: z.string(),
});
export type TicketRef = z.infer<typeof ticketRefSchema>;

/** GET P/tickets/{n} (K, with our additions). */
export const ticketSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  description: z.string(),
  status: z.string(),
  priority: prioritySchema,
  sortOrder: z.number().int(),
  assignedTo: z.string().nullable(),
  createdBy: z.string(),
  createdAt: dateTime,
  updatedAt: dateTime,
  parentId: z.number().int().nullable(),
  comments: z.array(commentSchema),
  activities: z.array(activitySchema),
  labels: z.array(labelSchema),
  subTickets: z.array(subTicketSchema),
  /** Tickets it waits for, open and done ones. */
  blockers: z.array(subTicketSchema).optional(),
  /** Tickets that wait for it. */
  blocks: z.array(subTicketSchema).optional(),
  /** The tickets above it, the root first. */
  ancestors: z.array(ticketRefSchema).optional(),
  revision: z.number().int(),
  level: z.number().int(),
  state: ticketStateSchema.nullable(),
  draft: z
    .object({
      title: z.string().nullable(),
      description: z.string().nullable(),
      baseRevision: z.number().int(),
      updatedAt: dateTime,
    })
    .nullable(),
  questions: z.array(openQuestionSchema),
  deletedAt: dateTime.nullable(),
  deletedBy: z.string().optional(),
});
export type Ticket = z.infer<typeof ticketSchema>;

export const ticketSummarySchema = ticketSchema
  .pick({
    id: true,
    title: true,
    description: true,
    status: true,
    priority: true,
    sortOrder: true,
    assignedTo: true,
    createdBy: true,
    createdAt: true,
    updatedAt: true,
    labels: true,
    parentId: true,
    subTickets: true,
    revision: true,
  })
  .extend({
    commentCount: z.number().int(),
    lastActivityAt: dateTime.nullable(),
    dueDate: z.null(),
  });
export type TicketSummary = z.infer<typeof ticketSummarySchema>;

// ---- inputs (K routes: unknown fields are ignored and named in X-Ignored-Fields) ----

/** 500 characters, one line (S-11, S-21). */
export const titleSchema = z.string().trim().min(1).max(500);

export const createTicketSchema = z.object({
  title: titleSchema,
  createdBy: z.string().optional(),
  status: z.string().optional(),
  description: z.string().max(200_000).default(""),
  priority: prioritySchema.default("NiceToHave"),
  labelIds: z.array(z.number().int()).optional(),
  labels: z.array(z.string()).optional(),
  assignedTo: z.string().nullable().optional(),
  parentId: z.coerce.number().int().nullable().optional(),
});
export type CreateTicket = z.infer<typeof createTicketSchema>;

export const patchTicketSchema = z.object({
  title: titleSchema.optional(),
  description: z.string().max(200_000).optional(),
  priority: prioritySchema.optional(),
  assignedTo: z.string().nullable().optional(),
  labelIds: z.array(z.number().int()).nullable().optional(),
  author: z.string().optional(),
  revision: z.number().int().optional(),
});
export type PatchTicket = z.infer<typeof patchTicketSchema>;

export const moveTicketSchema = z.object({
  status: z.string(),
  author: z.string().optional(),
  before: z.number().int().nullable().optional(),
  after: z.number().int().nullable().optional(),
  revision: z.number().int().optional(),
  stopRun: z.boolean().optional(),
});
export type MoveTicket = z.infer<typeof moveTicketSchema>;

export const createCommentSchema = z.object({
  content: z.string().max(100_000),
  author: z.string().optional(),
});
export type CreateComment = z.infer<typeof createCommentSchema>;
