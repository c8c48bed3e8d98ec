import type { NormalisedEvent, RunEventPayload } from "#server/contracts/run-event.ts";
import { appendRow, changeTool, replaceRow, type Lane, type Place } from "./lane.ts";
import type { Ask, AskState, RowOf } from "./row.ts";

/** Where each ask is shown, and those that still wait for an answer, oldest first. */
export interface AskBook {
  places: Map<string, Place>;
  open: Map<string, Ask>;
}

type Base = Pick<RowOf<"ask">, "key" | "seq" | "seqs" | "at">;
type AskEvent = Extract<NormalisedEvent, { kind: "question" | "permission_request" }>;

/** Puts the ask into the row of its tool call where that is in sight, else into a row of its own. */
export function foldAsk(
  book: AskBook,
  lane: Lane,
  base: Base,
  event: AskEvent,
  calls: ReadonlyMap<string, Place>,
): void {
  const ask = toAsk(event);
  const { callId } = event.payload;
  const call = callId === null ? undefined : calls.get(callId);
  if (call === undefined) {
    book.places.set(ask.requestId, appendRow(lane, { ...base, kind: "ask", ask }));
  } else {
    changeTool(call, (row) => ({ ...row, ask, seqs: [...row.seqs, base.seq] }));
    book.places.set(ask.requestId, call);
  }
  if (ask.state === "open") book.open.set(ask.requestId, ask);
}

/**
 * The answer names the question by its stored id, which may be the request id or end with it; with
 * neither known the oldest open ask of the run is meant.
 */
export function foldAnswer(
  book: AskBook,
  lane: Lane,
  base: Base,
  payload: RunEventPayload<"answered">,
): void {
  const known = [...book.places.keys()].find(
    (id) => payload.questionId === id || payload.questionId.endsWith(`:${id}`),
  );
  const requestId = known ?? [...book.open.keys()][0];
  const place = requestId === undefined ? undefined : book.places.get(requestId);
  if (requestId === undefined || place === undefined) {
    appendRow(lane, { ...base, kind: "answered", payload });
    return;
  }
  changeAsk(place, base.seq, (ask) => ({
    ...ask,
    state: answerState(ask, payload.answer),
    answer: payload.answer,
    actor: payload.actor,
    answeredAt: base.at,
  }));
  book.open.delete(requestId);
}

/** The run ended: what was not answered is no longer asked by this process. */
export function closeAsks(book: AskBook): void {
  for (const requestId of book.open.keys()) {
    const place = book.places.get(requestId);
    if (place !== undefined) changeAsk(place, null, (ask) => ({ ...ask, state: "unanswered" }));
  }
  book.open.clear();
}

function changeAsk(place: Place, seq: number | null, change: (ask: Ask) => Ask): void {
  const row = place.lane.rows[place.index];
  if (row?.kind === "ask") {
    const seqs = seq === null ? row.seqs : [...row.seqs, seq];
    replaceRow(place, { ...row, ask: change(row.ask), seqs });
    return;
  }
  changeTool(place, (tool) =>
    tool.ask === null
      ? tool
      : {
          ...tool,
          ask: change(tool.ask),
          seqs: seq === null ? tool.seqs : [...tool.seqs, seq],
        },
  );
}

function toAsk(event: AskEvent): Ask {
  const base = { answer: null, actor: null, answeredAt: null };
  if (event.kind === "question") {
    const { requestId, questions, decidedBy } = event.payload;
    return {
      ...base,
      requestId,
      type: "question",
      tool: null,
      input: null,
      questions,
      state: decidedBy === "agent" ? "decided" : "open",
    };
  }
  const { requestId, tool, input, isPlan, decidedBy } = event.payload;
  return {
    ...base,
    requestId,
    type: isPlan ? "plan" : "permission",
    tool,
    input,
    questions: [],
    state: decidedBy === "board" ? "board" : "open",
  };
}

function answerState(ask: Ask, answer: unknown): AskState {
  if (ask.type === "question") return "answered";
  const permission: unknown =
    typeof answer === "object" && answer !== null ? Reflect.get(answer, "permission") : answer;
  return permission === "deny" ? "denied" : "allowed";
}
