/** Shapes that existing callers read (compat §2.1); fields may be added, so unknown ones pass. */
import { z } from "zod";

const at = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,7})?Z$/);
const id = z.number().int().positive();

export const project = z.looseObject({
  id,
  name: z.string(),
  slug: z.string(),
  workspacePath: z.string().nullable(),
  isPaused: z.boolean(),
  fallbackModel: z.string().nullable(),
  createdAt: at,
  updatedAt: at,
});

export const label = z.looseObject({ id, name: z.string(), color: z.string() });
export const column = z.looseObject({
  id,
  name: z.string(),
  color: z.string(),
  sortOrder: z.number().int(),
});
export const member = z.looseObject({ id, name: z.string(), slug: z.string() });

const subTicket = z.looseObject({
  id,
  title: z.string(),
  status: z.string(),
  assignedTo: z.string().nullable(),
});
export const comment = z.looseObject({
  id,
  ticketId: id,
  content: z.string(),
  author: z.string(),
  createdAt: at,
});
const activity = z.looseObject({
  id,
  ticketId: id,
  author: z.string(),
  text: z.string(),
  createdAt: at,
});
export const timelineItem = z.looseObject({
  at,
  author: z.string(),
  type: z.enum(["comment", "event"]),
  text: z.string(),
  id: id.nullable(),
});

const ofBoth = {
  id,
  title: z.string(),
  description: z.string(),
  status: z.string(),
  priority: z.enum(["Idea", "NiceToHave", "Required", "Critical"]),
  sortOrder: z.number().int(),
  assignedTo: z.string().nullable(),
  createdBy: z.string(),
  createdAt: at,
  updatedAt: at,
  parentId: id.nullable(),
  labels: z.array(label),
  subTickets: z.array(subTicket),
};
export const ticket = z.looseObject({
  ...ofBoth,
  comments: z.array(comment),
  activities: z.array(activity),
});
export const ticketSummary = z.looseObject({
  ...ofBoth,
  commentCount: z.number().int(),
  lastActivityAt: at.nullable(),
  dueDate: z.null(),
});

export const runSummary = z.looseObject({
  runId: z.string().regex(/^[0-9a-f]{32}$/),
  agentName: z.string(),
  skillFile: z.string(),
  ticketId: id.nullable(),
  concurrencyGroup: z.string(),
  /** A run that waits for its place has none yet. */
  startedAt: at.nullable(),
  sessionId: z.string().nullable(),
  status: z.enum(["Running", "Completed", "Failed", "Stopped"]),
});

/** Every refusal is JSON with a sentence. */
export const refusal = z.looseObject({ error: z.string().min(1), code: z.string() });
