/**
 * One line of the CLI's stdout → what the board stores and shows (claude-cli.md §3). Tolerant per
 * line: nothing throws, unknown types are kept raw, a line that is no JSON is kept as text. Every
 * line but `stream_event` gives at least one event, so that nothing said is lost (R-01).
 */
import type { NormalisedEvent } from "#server/contracts/run-event.ts";
import { createPartials } from "./normalise/partials.ts";
import { normaliseAssistant, normaliseUser } from "./normalise/messages.ts";
import { asRecord, textOf } from "./normalise/fields.ts";
import type { JsonRecord } from "./normalise/fields.ts";
import { normaliseResult } from "./normalise/result.ts";
import { normaliseControl } from "./normalise/control.ts";
import { normaliseSystem } from "./normalise/system.ts";
import { createTodoList } from "./normalise/todo-list.ts";
import type { TodoItem } from "./normalise/todo-list.ts";
import type { LineFacts, NormaliserState, NormalisedLine } from "./normalise/shapes.ts";
import { cutText, escapeText, sanitise } from "./sanitise.ts";

export type {
  LineFacts,
  LiveUsage,
  NormalisedLine,
  PartialText,
  ToolOverflow,
} from "./normalise/shapes.ts";

const MAX_RAW_CHARS = 64 * 1024;

export type Normaliser = {
  /** One whole line without its newline, already redacted. Never throws. */
  push(line: string): NormalisedLine;
  /** A line that was longer than the splitter's cap. */
  pushSkipped(bytes: number): NormalisedLine;
  /** An `assistant` or `user` line followed the last `result`: a turn is under way. */
  isTurnOpen(): boolean;
  /** Calls without a result yet (the stall clock pauses while there are any). */
  openCallIds(): string[];
  /** The list of steps an earlier process of the conversation left. */
  knowTodo(items: TodoItem[]): void;
};

export function createNormaliser(): Normaliser {
  const state: NormaliserState = {
    toolByCall: new Map(),
    openCalls: new Set(),
    todo: createTodoList(),
    partials: createPartials(),
    contextTokens: null,
    isTurnOpen: false,
  };
  return {
    push(line) {
      try {
        return pushLine(line, state);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        return only([
          event("diagnostic", { code: "normaliser_failed", message: escapeText(message) }),
          event("raw", { text: escapeText(cutText(line, MAX_RAW_CHARS)) }),
        ]);
      }
    },
    pushSkipped: (bytes) =>
      only([
        event("diagnostic", {
          code: "line_skipped",
          message: `A line of ${bytes} bytes was longer than the limit and is left out.`,
        }),
      ]),
    isTurnOpen: () => state.isTurnOpen,
    openCallIds: () => [...state.openCalls],
    knowTodo: state.todo.know,
  };
}

function event<K extends "diagnostic" | "raw" | "unknown">(
  kind: K,
  payload: Extract<NormalisedEvent, { kind: K }>["payload"],
): NormalisedEvent {
  return { kind, parent: null, payload } as NormalisedEvent;
}

function only(events: NormalisedEvent[], facts: LineFacts = {}): NormalisedLine {
  return { events, partial: null, liveUsage: null, facts, overflow: [] };
}

function pushLine(line: string, state: NormaliserState): NormalisedLine {
  if (line.trim() === "") return only([]);
  const parsed = parse(line);
  if (!parsed) return only([event("raw", { text: escapeText(cutText(line, MAX_RAW_CHARS)) })]);
  const type = textOf(parsed["type"]);
  if (type === "stream_event") {
    return { ...only([]), ...state.partials.push(parsed) };
  }
  const found = normaliseByType(type, parsed, state);
  if (found.events.length > 0) return found;
  const subtype = textOf(parsed["subtype"]);
  const unknown = event("unknown", {
    type: escapeText([type || "none", subtype].filter(Boolean).join("/")).slice(0, 200),
    raw: sanitise(parsed, MAX_RAW_CHARS),
  });
  return { ...found, events: [unknown] };
}

function normaliseByType(type: string, line: JsonRecord, state: NormaliserState): NormalisedLine {
  switch (type) {
    case "assistant":
      return normaliseAssistant(line, state);
    case "user":
      return normaliseUser(line, state);
    case "result":
      return normaliseResult(line, state);
    case "control_request":
    case "control_response":
    case "control_cancel_request":
      return normaliseControl(type, line);
    default:
      return normaliseSystem(type, line);
  }
}

function parse(line: string): JsonRecord | null {
  try {
    return asRecord(JSON.parse(line));
  } catch {
    return null;
  }
}
