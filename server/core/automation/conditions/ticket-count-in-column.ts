import { z } from "zod";
import type { TicketFacts } from "../../dispatch/snapshot.ts";
import { readColumns } from "../raw-keys.ts";
import { conditionShape, defineCondition } from "./condition.ts";
import type { ConditionFacts, ConditionFix, Finding } from "./condition.ts";

const operators = {
  "==": (a: number, b: number) => a === b,
  "!=": (a: number, b: number) => a !== b,
  "<": (a: number, b: number) => a < b,
  "<=": (a: number, b: number) => a <= b,
  ">": (a: number, b: number) => a > b,
  ">=": (a: number, b: number) => a >= b,
};

const operatorSchema = z.enum(["==", "!=", "<", "<=", ">", ">="]);

/** The board's tickets in these columns, all or one assignee's, counted and compared. */
export const ticketCountInColumn = defineCondition({
  type: "ticketCountInColumn",
  schema: z.object({
    type: z.literal("ticketCountInColumn"),
    columns: z
      .array(z.string().min(1))
      .default(["Todo", "InProgress"])
      .describe("Columns whose tickets are counted."),
    assigneeSlug: z.string().min(1).optional().describe("Only tickets of this assignee count."),
    sameAssignee: z
      .boolean()
      .default(false)
      .describe("Only tickets of the ticket’s own assignee count."),
    operator: operatorSchema.default("==").describe("How the count is compared."),
    value: z.number().int().min(0).default(0).describe("What it is compared with."),
    ...conditionShape,
  }),
  rewrite: (raw) => readColumns(raw, true),
  find: (node, { ticket, snapshot }) => compare(node, countTickets(node, ticket, snapshot)),
  findOnBoard: (node, snapshot) =>
    node.sameAssignee ? null : compare(node, countTickets(node, null, snapshot)),
  fix: (node): ConditionFix => ({
    key: "fix.count",
    values: {
      columns: node.columns.join(", "),
      operator: node.negate ? `not ${node.operator}` : node.operator,
      value: node.value,
    },
    write: null,
  }),
  describe(node, locale) {
    const { assigneeSlug, sameAssignee, operator, value } = node;
    const where = node.columns.join(", ");
    if (locale === "fr") {
      const whose = sameAssignee
        ? " de la même personne"
        : assigneeSlug
          ? ` de ${assigneeSlug}`
          : "";
      const verb = node.negate ? "n’est pas" : "est";
      return `le nombre de tickets${whose} dans ${where} ${verb} ${operator} ${value}`;
    }
    const whose = sameAssignee
      ? " of the same assignee"
      : assigneeSlug
        ? ` of ${assigneeSlug}`
        : "";
    return `the count of tickets${whose} in ${where} is ${node.negate ? "not " : ""}${operator} ${value}`;
  },
  columns: (node) => node.columns,
});

function compare(
  { operator, value }: { operator: keyof typeof operators; value: number },
  count: number | null,
): Finding {
  return {
    holds: count !== null && operators[operator](count, value),
    isKnown: count !== null,
    expected: `${operator} ${value}`,
    actual: count,
  };
}

/** null = the counts that it takes were not read. */
function countTickets(
  node: { columns: string[]; assigneeSlug?: string | undefined; sameAssignee: boolean },
  ticket: TicketFacts | null,
  snapshot: ConditionFacts["snapshot"],
): number | null {
  const slug = node.sameAssignee ? (ticket?.assignee ?? "") : node.assigneeSlug;
  let sum = 0;
  for (const column of snapshot.columns) {
    if (!node.columns.includes(column.name)) continue;
    if (slug === undefined) sum += column.count;
    else if (column.countByAssignee === undefined) return null;
    else sum += column.countByAssignee[slug] ?? 0;
  }
  return sum;
}
