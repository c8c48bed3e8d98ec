import { z } from "zod";
import { agentTypeSchema } from "#server/contracts/words.ts";

const words = z.array(z.string().trim().min(1));

/** The seven fields of an explicit contract (runs.md §8). Keys beyond them are kept and not judged. */
const contractSchema = z.object({
  mission: z.string().trim().min(20).max(600),
  boundaries: z.object({
    scope: words.min(1),
    mustNot: words.min(1),
    paths: words.optional(),
  }),
  context: z.object({
    mode: z.enum(["minimal", "lineage"]),
    tokenBudget: z.number().int().min(0).max(4000),
    refs: z.array(z.string()).default([]),
    siblings: z.boolean().default(false),
  }),
  tools: z.object({
    agentType: agentTypeSchema,
    allow: words.default([]),
    deny: words.default([]),
    mcp: words.default([]),
  }),
  output: z.object({
    schema: z.record(z.string(), z.unknown()),
    channel: z.enum(["comment", "feed", "file"]),
    statuses: words.default([]),
    checks: words.default([]),
  }),
  failure: z.object({
    retries: z.number().int().min(0).max(5),
    timeoutSec: z.number().int().min(60).max(14_400),
    escalateTo: z.string().trim().min(1),
    onStuck: z.string().trim().min(1),
  }),
  autonomy: z.enum(["execution", "ask"]),
});

/** One error of a contract: `path` like `boundaries.scope`. */
export interface ContractError {
  path: string;
  message: string;
}

/** What keeps an explicit contract from starting; empty = ready. null or absent = nobody wrote it. */
export function lintContract(contract: unknown): ContractError[] {
  if (contract === null || contract === undefined) {
    return [{ path: "contract", message: "expected the seven fields, found nothing" }];
  }
  const parsed = contractSchema.safeParse(contract);
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) => ({
    path: issue.path.length === 0 ? "contract" : issue.path.map(String).join("."),
    message: issue.message,
  }));
}
