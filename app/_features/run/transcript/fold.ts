import type { NormalisedEvent, RunEventPayload } from "#server/contracts/run-event.ts";
import { closeAsks, foldAnswer, foldAsk, type AskBook } from "./fold-ask.ts";
import { foldNotice, foldOutput, type RowBase } from "./fold-lines.ts";
import { foldStatus, foldSteer, foldUserMessage, type MessageBook } from "./fold-message.ts";
import { appendRow, changeTool, replaceRow, type Lane, type Place } from "./lane.ts";
import { parseEvent } from "./parse-payload.ts";
import type { Ask, Row, RunEvent, TodoItem, ToolRow } from "./row.ts";
import { toolKind } from "./tool-kind.ts";

/**
 * Folds run events into rows. Append-only: each event costs the same however long the transcript is,
 * and rows never move. It never throws: what it does not understand becomes a generic row.
 */

/** A group of reads starts anew beyond this, so that joining a result stays cheap. */
const readsPerGroup = 40;

export interface Transcript {
  /** One array that grows and changes in place; `version` tells a change. */
  rows: readonly Row[];
  version: number;
  todo: readonly TodoItem[] | null;
  contextTokens: number | null;
  /** Asks without an answer, oldest first. */
  openAsks: readonly Ask[];
  turns: number;
  hasEnded: boolean;
  /** A call before this event that has no result will have none: a turn began after it, or the run is over. */
  overBefore: number;
  /** Text last stored per lane ("" = the run's own), to recognise partial text that comes late. */
  lastText: ReadonlyMap<string, string>;
}

export class TranscriptFold {
  private readonly top: Lane = { rows: [], owner: null };
  private readonly lanes = new Map<string, Lane>();
  readonly calls = new Map<string, Place>();
  readonly tasks = new Map<string, Place>();
  private readonly messages: MessageBook = { started: null, steers: new Map() };
  private readonly lastText = new Map<string, string>();
  private readonly asks: AskBook = { places: new Map(), open: new Map() };
  private version = 0;
  private contextTokens: number | null = null;
  private turns = 0;
  private hasEnded = false;
  private overBefore = 0;

  /** `todo`: the checklist as it stood before the first event. */
  constructor(private todo: readonly TodoItem[] | null = null) {}

  push(events: readonly RunEvent[]): void {
    for (const event of events) this.fold(event);
    if (events.length > 0) this.version += 1;
  }

  read(): Transcript {
    return {
      rows: this.top.rows,
      version: this.version,
      todo: this.todo,
      contextTokens: this.contextTokens,
      openAsks: [...this.asks.open.values()],
      turns: this.turns,
      hasEnded: this.hasEnded,
      overBefore: this.overBefore,
      lastText: this.lastText,
    };
  }

  private fold(event: RunEvent): void {
    const base: RowBase = {
      key: `e${event.seq}`,
      seq: event.seq,
      seqs: [event.seq],
      at: event.at,
    };
    const parsed = parseEvent(event);
    if (parsed === null) appendRow(this.top, { ...base, kind: "generic", event });
    else this.foldParsed(event, parsed, base, this.laneOf(parsed.parent));
  }

  private foldParsed(event: RunEvent, parsed: NormalisedEvent, base: RowBase, lane: Lane): void {
    switch (parsed.kind) {
      case "run_started":
        this.messages.started = appendRow(lane, {
          ...base,
          kind: "started",
          payload: parsed.payload,
        });
        return;
      case "init":
        this.turns += 1;
        this.overBefore = event.seq;
        return void appendRow(lane, {
          ...base,
          kind: "turn",
          number: this.turns,
          payload: parsed.payload,
        });
      case "assistant_text":
        this.lastText.set(parsed.parent ?? "", parsed.payload.text);
        return void appendRow(lane, {
          ...base,
          kind: "text",
          text: parsed.payload.text,
        });
      case "thinking":
        return void appendRow(lane, {
          ...base,
          kind: "thinking",
          text: parsed.payload.text,
        });
      case "tool_call":
        return this.foldCall(lane, newToolRow(base, parsed.payload));
      case "tool_result":
        return this.foldResult(lane, base, parsed.payload);
      case "user_message":
        return foldUserMessage(this.messages, lane, base, parsed.payload);
      case "status":
        return foldStatus(this.messages, lane, base, parsed, this);
      case "steer":
        return foldSteer(this.messages, lane, base, parsed.payload);
      case "question":
      case "permission_request":
        return foldAsk(this.asks, lane, base, parsed, this.calls);
      case "answered":
        return foldAnswer(this.asks, lane, base, parsed.payload);
      case "todo":
        return this.foldTodo(lane, base, parsed.payload.items, parsed.parent);
      case "usage":
        if (parsed.parent === null)
          this.contextTokens = parsed.payload.contextTokens ?? this.contextTokens;
        return;
      case "stderr":
      case "raw":
        return foldOutput(lane, base, parsed.kind, parsed.payload.text);
      case "result":
        this.contextTokens = parsed.payload.contextTokens ?? this.contextTokens;
        return void appendRow(lane, {
          ...base,
          kind: "result",
          payload: parsed.payload,
        });
      case "ended":
        this.hasEnded = true;
        this.overBefore = event.seq;
        closeAsks(this.asks);
        return void appendRow(lane, {
          ...base,
          kind: "ended",
          payload: parsed.payload,
        });
      case "unknown":
        return void appendRow(lane, { ...base, kind: "generic", event });
      default:
        return foldNotice(lane, base, parsed, this);
    }
  }

  /** Events of a sub-agent go below the call that started it; one that is not in sight: top level. */
  private laneOf(parent: string | null): Lane {
    if (parent === null) return this.top;
    const known = this.lanes.get(parent);
    if (known !== undefined) return known;
    const owner = this.calls.get(parent);
    if (owner === undefined || owner.item !== null) return this.top;
    const lane: Lane = { rows: [], owner };
    this.lanes.set(parent, lane);
    return lane;
  }

  private foldCall(lane: Lane, row: ToolRow): void {
    if (toolKind(row.tool) !== "read") {
      this.calls.set(row.callId, appendRow(lane, row));
      return;
    }
    const index = lane.rows.length - 1;
    const last = lane.rows[index];
    if (last?.kind === "reads" && last.items.length < readsPerGroup) {
      const place = { lane, index, item: last.items.length };
      replaceRow(place, {
        ...last,
        items: [...last.items, row],
        seqs: [...last.seqs, row.seq],
      });
      this.calls.set(row.callId, place);
    } else {
      const { key, seq, seqs, at } = row;
      const place = appendRow(lane, {
        key,
        seq,
        seqs,
        at,
        kind: "reads",
        items: [row],
      });
      this.calls.set(row.callId, { ...place, item: 0 });
    }
  }

  private foldResult(lane: Lane, base: RowBase, payload: RunEventPayload<"tool_result">): void {
    const { callId, text, isError, truncatedBytes, exitCode, file = null, images = [] } = payload;
    const result = { text, isError, truncatedBytes, exitCode, file, images, at: base.at };
    const place = this.calls.get(callId);
    if (place === undefined) appendRow(lane, { ...base, kind: "orphan", result });
    else
      changeTool(place, (row) => ({
        ...row,
        result,
        seqs: [...row.seqs, base.seq],
      }));
  }

  /** The list is pinned on top; the call that wrote it, when it is the last row, shows it in place. */
  private foldTodo(
    lane: Lane,
    base: RowBase,
    items: readonly TodoItem[],
    parent: string | null,
  ): void {
    if (parent === null) this.todo = items;
    const index = lane.rows.length - 1;
    const last = lane.rows[index];
    if (last?.kind === "tool" && toolKind(last.tool) === "todo")
      replaceRow({ lane, index, item: null }, { ...last, seqs: [...last.seqs, base.seq] });
    else appendRow(lane, { ...base, kind: "todo", items });
  }
}

function newToolRow(base: RowBase, payload: RunEventPayload<"tool_call">): ToolRow {
  const { callId, tool, input } = payload;
  const empty = {
    result: null,
    ask: null,
    deniedMessage: null,
    children: [],
    childCount: 0,
  };
  return { ...base, ...empty, kind: "tool", callId, tool, input };
}

/** All rows of a list of events at once. */
export function foldEvents(events: readonly RunEvent[]): readonly Row[] {
  const fold = new TranscriptFold();
  fold.push(events);
  return fold.read().rows;
}
