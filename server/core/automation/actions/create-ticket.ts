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
    title: z
      .string()
      .min(1)
      .max(500)
      .describe(
        "Title; `{now}`, `{time}`, `{date}`, `{monday}`, `{firstOfMonth}`, `{ticketId}` and `{title}` are filled in.",
      ),
    description: z
      .string()
      .max(100_000)
      .default("")
      .describe("Markdown, with the same placeholders."),
    status: z.string().min(1).default("Todo").describe("Column; `column` is the same."),
    assignedTo: z.string().min(1).optional().describe("Assignee; `assignee` is the same."),
    labels: z
      .array(z.string().min(1).max(100))
      .default([])
      .describe("Labels by name; unknown ones are created."),
    priority: prioritySchema.default("NiceToHave").describe("Priority."),
    parentId: parentSchema.optional().describe("Number of the parent ticket."),
    createdBy: z.string().min(1).max(100).default("automation").describe("Who signs it."),
    skipIfExists: z
      .boolean()
      .default(true)
      .describe("Not when an open ticket of this title exists."),
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
