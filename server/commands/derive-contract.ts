import { sha256Hex } from "../lib/ids.ts";

export interface ContractSource {
  ticket: { number: number; title: string; description: string } | null;
  agent: string;
  agentType: string | null;
  automation: string | null;
  /** Text for runs without a ticket. */
  context: string | null;
  contextMode: string;
  allowedTools: string[];
  disallowedTools: string[];
  timeoutSeconds: number;
  retries: number;
}

/** The seven fields of a run (runs.md §8). */
export interface Contract {
  mission: string;
  boundaries: { scope: string[]; mustNot: string[] };
  context: { mode: string; tokenBudget: number; refs: string[]; siblings: boolean };
  tools: { agentType: string | null; allow: string[]; deny: string[]; mcp: string[] };
  output: { schema: null; channel: string; statuses: string[]; checks: string[] };
  failure: { retries: number; timeoutSec: number; escalateTo: string; onStuck: string };
  autonomy: "execution" | "ask";
}

const MISSION_CHARACTERS = 600;

/** The contract of a hand-written ticket: mission from its text, the rest inherited; nobody wrote it. */
export function deriveContract(source: ContractSource): Contract {
  const { ticket } = source;
  return {
    mission: missionOf(source),
    boundaries: {
      scope: [
        ticket
          ? `what ticket #${ticket.number} asks for`
          : `what the skill of ${source.agent} asks for`,
      ],
      mustNot: ["change the board's settings, automations, skills or budget"],
    },
    context: { mode: source.contextMode, tokenBudget: 0, refs: [], siblings: false },
    tools: {
      agentType: source.agentType,
      allow: source.allowedTools,
      deny: source.disallowedTools,
      mcp: [],
    },
    output: { schema: null, channel: "comment", statuses: [], checks: [] },
    failure: {
      retries: source.retries,
      timeoutSec: source.timeoutSeconds,
      escalateTo: "owner",
      onStuck: "blocked column",
    },
    autonomy: "ask",
  };
}

function missionOf({ ticket, agent, automation, context }: ContractSource): string {
  const text = ticket
    ? [ticket.title, ticket.description.trim()].filter(Boolean).join(". ")
    : context?.trim() ||
      `Do what the skill of ${agent} says${automation ? ` for ${automation}` : ""}.`;
  return text.replaceAll(/\s+/g, " ").slice(0, MISSION_CHARACTERS);
}

/** SHA-256 over the contract with sorted keys: the database does not keep their order. */
export function hashContract(contract: Contract): string {
  return sha256Hex(JSON.stringify(sorted(contract)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, sorted(item)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
