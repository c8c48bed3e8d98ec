import path from "node:path";
import type { OwnEdit } from "../core/run/replay-edits.ts";
import { REDACTED } from "../lib/redact.ts";
import type { Tx } from "../store/client.ts";

/** A file that the run edited in a way that its events do not tell whole. */
export type OwnEdits = OwnEdit[] | "unknown";

/** One call of a tool that edits files. */
export interface EditCall {
  seq: number;
  at: Date;
  tool: string;
  /** Relative to the run's folder. */
  file: string;
  edits: OwnEdits;
  /** Without an answer it may have happened or not. */
  isAnswered: boolean;
}

/**
 * The edits that a run's own tools made after one of its turns (0: all), by path relative to its
 * folder, in their order. Denied and failed ones are left out.
 */
export async function readOwnEdits(
  prisma: Tx,
  run: { id: string; cwd: string },
  afterTurn: number,
): Promise<Map<string, OwnEdits>> {
  const found = new Map<string, OwnEdits>();
  for (const { file, edits, isAnswered } of await readEditCalls(prisma, run, afterTurn)) {
    const known = found.get(file) ?? [];
    const isKnown = known !== "unknown" && edits !== "unknown" && isAnswered;
    found.set(file, isKnown ? [...known, ...edits] : "unknown");
  }
  return found;
}

/** The same call by call, with where each stands in the transcript. */
export async function readEditCalls(
  prisma: Pick<Tx, "$queryRaw">,
  run: { id: string; cwd: string },
  afterTurn: number,
): Promise<EditCall[]> {
  // Without other tools, and without the results' text, which nobody needs here and which is most of it.
  const events = await prisma.$queryRaw<EventRow[]>`
    SELECT "seq", "at", "kind", "parent", "payload" - 'text' AS "payload"
      FROM "RunEvent"
     WHERE "runId" = ${run.id}
       AND ("kind" IN ('tool_result', 'result')
            OR "kind" = 'tool_call' AND "payload"->>'tool' IN ('Write', 'Edit', 'MultiEdit', 'NotebookEdit'))
     ORDER BY "seq"`;
  const answers = new Map<unknown, boolean>();
  for (const { kind, payload } of events) {
    const { callId, isError } = payload as { callId?: unknown; isError?: boolean };
    if (kind === "tool_result") answers.set(callId, isError !== true);
  }
  const calls: EditCall[] = [];
  let turn = 0;
  for (const { seq, at, kind, parent, payload } of events) {
    if (kind === "result" && parent === null) turn += 1;
    if (kind !== "tool_call" || turn < afterTurn) continue;
    const { callId, tool, input } = payload as { callId?: unknown; tool?: string; input?: Input };
    const name = input?.file_path ?? input?.notebook_path;
    if (tool === undefined || typeof name !== "string" || answers.get(callId) === false) continue;
    const edits = readEdits(tool, input ?? {});
    if (edits === null) continue;
    const file = path.relative(run.cwd, path.resolve(run.cwd, name));
    calls.push({ seq, at, tool, file, edits, isAnswered: answers.has(callId) });
  }
  return calls;
}

type EventRow = { seq: number; at: Date; kind: string; parent: string | null; payload: object };
type Input = Partial<Record<string, unknown>>;

/** Null: the tool edits nothing. */
function readEdits(tool: string, input: Input): OwnEdits | null {
  if (tool === "NotebookEdit") return "unknown";
  if (tool === "Write") return whole([input["content"]], ([text]) => ({ kind: "write", text }));
  if (tool === "Edit") return readReplace(input);
  if (tool !== "MultiEdit") return null;
  const parts = Array.isArray(input["edits"]) ? (input["edits"] as Input[]) : [];
  const edits = parts.map(readReplace);
  return edits.length === 0 || edits.includes("unknown")
    ? "unknown"
    : edits.flatMap((edit) => (edit === "unknown" ? [] : edit));
}

function readReplace(input: Input): OwnEdits {
  return whole([input["old_string"], input["new_string"]], ([old, next]) => ({
    kind: "replace",
    old,
    new: next,
    isAll: input["replace_all"] === true,
  }));
}

/** Longer ones are cut when they are stored. */
const MAX_TEXT_CHARS = 1_000_000;

/** Secrets are not stored, so an edit that held one cannot be made again. */
function whole(
  values: unknown[],
  make: (texts: [string, string]) => OwnEdit,
): OwnEdit[] | "unknown" {
  const texts = values.filter((value) => typeof value === "string");
  const isCut = (text: string) => text.includes(REDACTED) || text.length > MAX_TEXT_CHARS;
  if (texts.length < values.length || texts.some(isCut)) return "unknown";
  return [make([texts[0] ?? "", texts[1] ?? ""])];
}
