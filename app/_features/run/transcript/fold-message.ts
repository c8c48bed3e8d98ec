import type { NormalisedEvent, RunEventPayload } from "#server/contracts/run-event.ts";
import { foldNotice, type Places, type RowBase } from "./fold-lines.ts";
import { appendRow, attachSeq, replaceRow, type Lane, type Place } from "./lane.ts";

/** Where the prompt and the messages of people are shown, by message id. */
export interface MessageBook {
  started: Place | null;
  steers: Map<string, Place>;
}

type StatusEvent = Extract<NormalisedEvent, { kind: "status" }>;

/** A person's message: one row for all its states, from queued to delivered. */
export function foldSteer(
  book: MessageBook,
  lane: Lane,
  base: RowBase,
  payload: RunEventPayload<"steer">,
): void {
  const { messageId, text, actor, state } = payload;
  const place = book.steers.get(messageId);
  const row = place?.lane.rows[place.index];
  if (place !== undefined && row?.kind === "steer") {
    const said = text === "" ? row.text : text;
    replaceRow(place, { ...row, text: said, state, seqs: [...row.seqs, base.seq] });
  } else {
    const added = appendRow(lane, { ...base, kind: "steer", messageId, text, actor, state });
    book.steers.set(messageId, added);
  }
}

/**
 * The CLI's echo of a message we sent proves its delivery, and the echo of the prompt says nothing
 * new: neither is a row of its own.
 */
export function foldUserMessage(
  book: MessageBook,
  lane: Lane,
  base: RowBase,
  payload: RunEventPayload<"user_message">,
): void {
  const { text, isSynthetic, uuid } = payload;
  const steer = uuid === null ? undefined : book.steers.get(uuid);
  const sent = steer?.lane.rows[steer.index];
  const started = book.started?.lane.rows[book.started.index];
  if (steer !== undefined && sent?.kind === "steer")
    replaceRow(steer, { ...sent, state: "delivered", seqs: [...sent.seqs, base.seq] });
  else if (book.started !== null && started?.kind === "started" && started.payload.prompt === text)
    attachSeq(book.started, base.seq);
  else appendRow(lane, { ...base, kind: "user", text, isSynthetic });
}

/** What the CLI says about our own lines goes to what they were: a message, the prompt, a stop. */
export function foldStatus(
  book: MessageBook,
  lane: Lane,
  base: RowBase,
  event: StatusEvent,
  places: Places,
): void {
  const { code, messageId, text } = event.payload;
  const steer = typeof messageId === "string" ? book.steers.get(messageId) : undefined;
  const own = steer ?? book.started;
  const index = lane.rows.length - 1;
  const last = lane.rows[index];
  const endsSoon = last?.kind === "notice" && /^(stop_requested|interrupt)$/.test(last.notice);
  if (code === "command_lifecycle" && own !== null) attachSeq(own, base.seq);
  else if (code === "control_response" && text === "accepted" && endsSoon)
    attachSeq({ lane, index, item: null }, base.seq);
  else foldNotice(lane, base, event, places);
}
