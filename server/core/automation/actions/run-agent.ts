import { z } from "zod";
import { valueOf, without } from "../raw-keys.ts";
import { actionOnSchema, defineAction } from "./action.ts";

/** Name of the agent in an older action: `agentName`, else from the path of its skill file. */
function agentOfOlderAction(raw: Record<string, unknown>): unknown {
  const name = valueOf(raw, "agentName");
  if (name !== undefined && name !== null && name !== "") return name;
  const file = valueOf(raw, "skillFile");
  if (typeof file !== "string") return undefined;
  const parts = file.split(/[\\/]/).filter((part) => part !== "");
  const last = parts.at(-1) ?? "";
  if (last.toLowerCase() === "skill.md" && parts.length > 1) return parts.at(-2);
  return last.replace(/\.[^.]*$/, "");
}

/** Asks for a run (rules 30, 39). Keys left out fall back to the skill's front matter, then defaults. */
export const runAgent = defineAction({
  type: "runAgent",
  schema: z.object({
    type: z.literal("runAgent"),
    agent: z.string().min(1),
    skillFile: z.string().min(1).optional(),
    concurrencyGroup: z.string().min(1).optional(),
    mutuallyExclusiveWith: z.array(z.string().min(1)).default([]),
    maxTurns: z.number().int().min(1).max(10_000).optional(),
    model: z.string().min(1).optional(),
    fallbackModel: z.string().min(1).optional(),
    context: z.string().optional(),
    contextMode: z.enum(["minimal", "lineage"]).default("minimal"),
    env: z.record(z.string(), z.string()).default({}),
    restoreStatusOnFail: z.boolean().default(true),
    contract: z.enum(["derived", "explicit"]).default("derived"),
    timeoutSeconds: z.number().int().min(1).max(86_400).default(14_400),
    maxCostUsd: z.number().positive().max(100_000).optional(),
    isolation: z.enum(["workspace", "worktree"]).optional(),
    on: actionOnSchema.default("completed"),
  }),
  rewrite(raw) {
    const rest = without(raw, "agentName");
    const given = valueOf(rest, "agent");
    if (given !== undefined && given !== null && given !== "") return rest;
    const agent = agentOfOlderAction(raw);
    return agent === undefined ? raw : { ...without(rest, "agent"), agent };
  },
  plan: () => null,
  describe(node, locale) {
    const isAssignee = node.agent === "{assignee}";
    if (locale === "fr") return `lancer ${isAssignee ? "son responsable" : node.agent}`;
    return `run ${isAssignee ? "its assignee" : node.agent}`;
  },
});
