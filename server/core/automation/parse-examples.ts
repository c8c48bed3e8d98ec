import { z } from "zod";
import { gateCodes, priorities, runOutcomes } from "#server/contracts/words.ts";
import { isRecord } from "./parse-node.ts";
import type { JsonPath } from "./problem.ts";

const moment = z.iso.datetime({
  offset: true,
  error: "a time with its offset, e.g. 2026-03-01T09:00:00Z",
});
const slug = z.string().min(1).max(100);
const ticketNumber = z.number().int().min(1);

/** A ticket of an example; what is left out is empty, and it entered its column an hour before. */
const exampleTicketSchema = z.object({
  number: ticketNumber,
  title: z.string().max(500).optional(),
  description: z.string().max(200_000).default(""),
  column: z.string().min(1).max(60),
  assignee: slug.nullable().default(null),
  labels: z.array(z.string().min(1)).max(50).default([]),
  priority: z.enum(priorities).default("NiceToHave"),
  parent: ticketNumber.optional(),
  blockedBy: z.array(ticketNumber).max(50).default([]),
  /** Comments nobody has reacted to yet. */
  comments: z
    .array(z.object({ author: slug, content: z.string().max(10_000).default("") }))
    .max(50)
    .default([]),
  createdAt: moment.optional(),
  enteredAt: moment.optional(),
});

/** A run of an example: active without an outcome, else ended. */
const exampleRunSchema = z.object({
  agent: slug,
  ticket: ticketNumber.optional(),
  automation: z.string().min(1).optional(),
  group: z.string().min(1).optional(),
  exclusions: z.array(z.string().min(1)).max(50).optional(),
  outcome: z.enum(runOutcomes).optional(),
  /** Active runs: what is set aside for it. */
  reservedUsd: z.number().min(0).max(100_000).optional(),
});

const outcomeSchema = z.enum(["admitted", ...gateCodes]);

/** `tests` of automations.json: a small board, a moment, and what happens to one of its tickets. */
export const exampleSchema = z.object({
  name: z.string().min(1).max(200),
  given: z.object({
    tickets: z.array(exampleTicketSchema).min(1).max(100),
    runs: z.array(exampleRunSchema).max(100).default([]),
    spentUsd: z.number().min(0).max(1_000_000).default(0),
  }),
  at: moment,
  expect: z.object({ ticket: ticketNumber, outcome: outcomeSchema }),
});

export type Example = z.output<typeof exampleSchema>;
export type ExampleTicket = z.output<typeof exampleTicketSchema>;
export type ExampleRun = z.output<typeof exampleRunSchema>;

/** What a schema cannot say: numbers used twice, or a ticket that is spoken of and not given. */
export function exampleProblem(
  example: Example,
): { path: JsonPath; expected: string; found: string } | null {
  const numbers = example.given.tickets.map((ticket) => ticket.number);
  const twice = numbers.findIndex((number, index) => numbers.indexOf(number) !== index);
  if (twice !== -1) {
    const path = ["given", "tickets", twice, "number"];
    return { path, expected: "a number used once", found: String(numbers[twice]) };
  }
  const expected = `one of ${numbers.join(", ")}`;
  if (!numbers.includes(example.expect.ticket)) {
    return { path: ["expect", "ticket"], expected, found: String(example.expect.ticket) };
  }
  for (const [index, run] of example.given.runs.entries()) {
    if (run.ticket === undefined || numbers.includes(run.ticket)) continue;
    return { path: ["given", "runs", index, "ticket"], expected, found: String(run.ticket) };
  }
  return null;
}

/** Paths of keys the reading left out: a typo has no effect and should be seen. */
export function keysLeftOut(raw: unknown, read: unknown, path: JsonPath): JsonPath[] {
  if (Array.isArray(raw) && Array.isArray(read)) {
    return raw.flatMap((item, index) => keysLeftOut(item, read[index], [...path, index]));
  }
  if (!isRecord(raw) || !isRecord(read)) return [];
  return Object.entries(raw).flatMap(([key, value]) =>
    Object.hasOwn(read, key) ? keysLeftOut(value, read[key], [...path, key]) : [[...path, key]],
  );
}
