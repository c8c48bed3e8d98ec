import type { NormalisedEvent } from "#server/contracts/run-event.ts";
import { appendRow, changeTool, replaceRow, type Lane, type Place } from "./lane.ts";
import type { Notice, NoticeKind, Row } from "./row.ts";

/** Plain lines: notices and output of the agent program. */

/** Lines of stderr and raw output are joined into one row up to this many characters. */
const outputChars = 16_000;
/** A line that counts repetitions starts anew beyond this. */
const noticesPerRow = 200;

export type RowBase = Pick<Row, "key" | "seq" | "seqs" | "at">;
type NoticeEvent = Extract<NormalisedEvent, { kind: NoticeKind }>;

/** Places by call id and by task id. */
export interface Places {
  calls: ReadonlyMap<string, Place>;
  tasks: Map<string, Place>;
}

export function foldOutput(
  lane: Lane,
  base: RowBase,
  stream: "stderr" | "raw",
  text: string,
): void {
  const index = lane.rows.length - 1;
  const last = lane.rows[index];
  if (last?.kind === "output" && last.stream === stream && last.text.length < outputChars)
    replaceRow(
      { lane, index, item: null },
      { ...last, text: `${last.text}\n${text}`, seqs: [...last.seqs, base.seq] },
    );
  else appendRow(lane, { ...base, kind: "output", stream, text });
}

/** A refusal goes to the call it refused, a task's step to its task, a repetition to the line before. */
export function foldNotice(
  lane: Lane,
  base: RowBase,
  event: NoticeEvent,
  { calls, tasks }: Places,
): void {
  if (event.kind === "permission_denied") {
    const { callId, message } = event.payload;
    const call = callId === null ? undefined : calls.get(callId);
    if (call !== undefined) {
      changeTool(call, (row) => ({
        ...row,
        deniedMessage: message,
        seqs: [...row.seqs, base.seq],
      }));
      return;
    }
  }
  // Kind and payload belong together in `event`; the compiler loses that when they are taken apart.
  const notice = { notice: event.kind, payload: event.payload } as Notice;
  const task = event.kind === "task" ? event.payload.taskId : null;
  const place = task === null ? { lane, index: lane.rows.length - 1, item: null } : tasks.get(task);
  const row = place?.lane.rows[place.index];
  if (place !== undefined && row?.kind === "notice" && joins(row, notice, row.count)) {
    replaceRow(place, { ...row, ...notice, count: row.count + 1, seqs: [...row.seqs, base.seq] });
    return;
  }
  const added = appendRow(lane, { ...base, kind: "notice", count: 1, ...notice });
  if (task !== null) tasks.set(task, added);
}

/** Repeated retries and status words are one line that counts; so are the steps of one task. */
function joins(last: Notice, next: Notice, count: number): boolean {
  if (last.notice !== next.notice || count >= noticesPerRow) return false;
  return ["api_retry", "status", "task"].includes(next.notice);
}
