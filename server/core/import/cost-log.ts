import { z } from "zod";
import { isRecord } from "../automation/parse-node.ts";

/** What one line of `.agents/channel/cost-log*.jsonl` says (compat §5.4). */
export interface CostLine {
  /** From 1. */
  line: number;
  at: Date;
  agent: string;
  ticketNumber: number | null;
  model: string | null;
  usdCost: number;
  /** The line as it is written: the same line, wherever it moved, is the same entry. */
  text: string;
  raw: Record<string, unknown>;
}

export interface CostLog {
  entries: CostLine[];
  /** Lines with something on them. */
  lines: number;
  /** Numbers of lines that cannot be read. */
  badLines: number[];
}

const lineSchema = z.looseObject({
  At: z.iso.datetime({ offset: true, local: true }),
  Agent: z.string().min(1).max(200),
  TicketId: z.number().int().positive().nullish(),
  Model: z.string().max(200).nullish(),
  UsdCost: z.number().min(0).max(1_000_000),
});

/** Reads the lines of a cost log; a line that is cut off or wrong is counted and skipped, never the file. */
export function parseCostLog(text: string): CostLog {
  const log: CostLog = { entries: [], lines: 0, badLines: [] };
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    if (line.trim() === "") continue;
    log.lines += 1;
    const entry = readLine(line, index + 1);
    if (entry === null) log.badLines.push(index + 1);
    else log.entries.push(entry);
  }
  return log;
}

function readLine(text: string, line: number): CostLine | null {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = lineSchema.safeParse(raw);
  if (!parsed.success || !isRecord(raw)) return null;
  const { At, Agent, TicketId, Model, UsdCost } = parsed.data;
  const at = readUtc(At);
  if (at === null) return null;
  return {
    line,
    at,
    agent: Agent,
    ticketNumber: TicketId ?? null,
    model: Model === "" ? null : (Model ?? null),
    usdCost: UsdCost,
    text: text.trim(),
    raw,
  };
}

/** Times without a zone mark are UTC (compat §1). */
export function readUtc(text: string): Date | null {
  const isZoned = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text);
  const at = new Date(isZoned ? text : `${text}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}
