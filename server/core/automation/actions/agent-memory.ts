import { z } from "zod";
import type { TicketFacts } from "../../dispatch/snapshot.ts";
import { fillPlaceholders } from "../placeholders.ts";
import { actionOnSchema, defineAction } from "./action.ts";

/** Memory is worth keeping however the run ended. */
const on = actionOnSchema.default("always").describe("After a run: by which of its ends.");

/** The agent meant; null = `{assignee}` without one, then the action is left out. */
export function memoryAgent(agent: string, ticket: TicketFacts | null): string | null {
  const assignee = ticket?.assignee ?? "";
  if (agent.includes("{assignee}") && assignee === "") return null;
  return fillPlaceholders(agent, { assignee });
}

/** A short run that compacts `.agents/<agent>/memory.md` by the instructions of a file or our own. */
export const consolidateAgentMemory = defineAction({
  type: "consolidateAgentMemory",
  schema: z.object({
    type: z.literal("consolidateAgentMemory"),
    agent: z.string().min(1).describe("Whose memory; `{assignee}` is the ticket’s."),
    maxTurns: z.number().int().min(1).max(100).default(5).describe("Turns the short run may take."),
    /** Relative to the workspace. */
    instructionFile: z
      .string()
      .min(1)
      .max(1_000)
      .default(".agents/memory-consolidation.md")
      .describe("What it is told, relative to the workspace; absent file: a text of ours."),
    model: z.string().min(1).optional().describe("Model of the short run."),
    on,
  }),
  plan(node, index, { ticket }) {
    const agent = memoryAgent(node.agent, ticket);
    return agent === null ? null : { type: "consolidateAgentMemory", index, on: node.on, agent };
  },
  describe: (node, locale) =>
    locale === "en"
      ? `compact the memory of ${whose(node.agent, "its assignee")}`
      : `condenser la mémoire de ${whose(node.agent, "son responsable")}`,
});

/** A commit of exactly `.agents/<agent>/memory.md`, when it changed. */
export const commitAgentMemory = defineAction({
  type: "commitAgentMemory",
  schema: z.object({
    type: z.literal("commitAgentMemory"),
    agent: z.string().min(1).describe("Whose memory; `{assignee}` is the ticket’s."),
    on,
  }),
  plan(node, index, { ticket }) {
    const agent = memoryAgent(node.agent, ticket);
    return agent === null ? null : { type: "commitAgentMemory", index, on: node.on, agent };
  },
  describe: (node, locale) =>
    locale === "en"
      ? `commit the memory of ${whose(node.agent, "its assignee")}`
      : `enregistrer dans git la mémoire de ${whose(node.agent, "son responsable")}`,
});

function whose(agent: string, assignee: string): string {
  return agent === "{assignee}" ? assignee : agent;
}
