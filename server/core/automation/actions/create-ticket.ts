import { z } from "zod";
import { priorities, prioritySchema } from "#server/contracts/words.ts";
import { calendarPlaceholders, fillPlaceholders, ticketPlaceholders } from "../placeholders.ts";
import { actionShape, defineAction } from "./action.ts";

/** `parentId`: a ticket's number, or the ticket that the automation is about. */
const parentSchema = z.union([z.number().int().positive(), z.literal("{ticketId}")]);

/** A new ticket, once per firing; also without a ticket to start from. */
export const createTicket = defineAction({
  type: "createTicket",
  schema: z.object({
    type: z.literal("createTicket"),
    title: z.string().min(1).max(500),
    description: z.string().max(100_000).default(""),
    status: z.string().min(1).default("Todo"),
    assignedTo: z.string().min(1).optional(),
    labels: z.array(z.string().min(1).max(100)).default([]),
    priority: prioritySchema.default("NiceToHave"),
    parentId: parentSchema.optional(),
    createdBy: z.string().min(1).max(100).default("automation"),
    skipIfExists: z.boolean().default(true),
    ...actionShape,
  }),
  synonyms: { column: "status", assignee: "assignedTo" },
  plan(node, index, { snapshot, ticket }) {
    const values = { ...ticketPlaceholders(ticket), ...calendarPlaceholders(snapshot) };
    const assignedTo = fillPlaceholders(node.assignedTo ?? "", values);
    return {
      type: "createTicket",
      index,
      on: node.on,
      title: fillPlaceholders(node.title, values),
      description: fillPlaceholders(node.description, values),
      status: node.status,
      assignedTo: assignedTo === "" ? null : assignedTo,
      labels: node.labels,
      priority: priorities.indexOf(node.priority),
      parentId: node.parentId === "{ticketId}" ? (ticket?.number ?? null) : (node.parentId ?? null),
      createdBy: node.createdBy,
      skipIfExists: node.skipIfExists,
    };
  },
  describe: (node, locale) =>
    locale === "en"
      ? `create the ticket “${node.title}” in ${node.status}`
      : `créer le ticket « ${node.title} » dans ${node.status}`,
  columns: (node) => [node.status],
});
