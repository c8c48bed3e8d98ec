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
    agent: z.string().min(1).describe("Which agent; `{assignee}` is the ticket’s."),
    skillFile: z.string().min(1).optional().describe("A skill file beside the agent’s own."),
    concurrencyGroup: z
      .string()
      .min(1)
      .optional()
      .describe(
        "One run at a time in a group; `{ticketId}` and `{assignee}` are filled in. Absent: `workspace` for agents that write, else the agent.",
      ),
    mutuallyExclusiveWith: z
      .array(z.string().min(1))
      .default([])
      .describe("Groups that may not be active meanwhile, in both directions."),
    maxTurns: z
      .number()
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe("Turns; the smallest of all limits counts (200)."),
    model: z.string().min(1).optional().describe("Model."),
    fallbackModel: z.string().min(1).optional().describe("Model while the first is overloaded."),
    context: z.string().optional().describe("Text for runs without a ticket."),
    contextMode: z
      .enum(["minimal", "lineage"])
      .default("minimal")
      .describe("What a first run is told: the focus line, or where its ticket comes from."),
    env: z
      .record(z.string(), z.string())
      .default({})
      .describe("Further variables; ours cannot be replaced."),
    restoreStatusOnFail: z
      .boolean()
      .default(true)
      .describe("Put the ticket back after a failed run."),
    contract: z
      .enum(["derived", "explicit"])
      .default("derived")
      .describe("Derived from the ticket, or written on it."),
    timeoutSeconds: z
      .number()
      .int()
      .min(1)
      .max(86_400)
      .default(14_400)
      .describe("Longest run, in seconds; waiting for answers not counted."),
    maxCostUsd: z
      .number()
      .positive()
      .max(100_000)
      .optional()
      .describe("What one run may cost, in USD."),
    isolation: z
      .enum(["workspace", "worktree"])
      .optional()
      .describe("Work in the folder itself or in an own copy; absent: as the project says."),
    on: actionOnSchema
      .default("completed")
      .describe("Of a further run in a chain: always `completed`."),
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
