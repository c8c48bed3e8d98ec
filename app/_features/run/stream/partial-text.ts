import type { RunEvent } from "#server/contracts/run-event.ts";
import type { RunPartialMessage } from "#server/contracts/live.ts";

/** Kinds that finish the message being written in their lane. */
const finishing = new Set([
  "assistant_text",
  "thinking",
  "tool_call",
  "result",
  "user_message",
  "ended",
]);

/**
 * Text that is being written, per lane ("" = the run's own). It is shown until the stored event takes
 * its place: the end marker alone does not remove it, else the text would flicker away and come back.
 */
export class PartialText {
  private texts: ReadonlyMap<string, string> = new Map();

  read(): ReadonlyMap<string, string> {
    return this.texts;
  }

  /** `stored` is the text last stored in that lane: a partial that it already covers comes too late. */
  take(message: RunPartialMessage, stored: string | undefined): void {
    const lane = message.parent ?? "";
    if (message.text === "" || stored?.startsWith(message.text) === true) return;
    this.texts = new Map(this.texts).set(lane, message.text);
  }

  settle(events: readonly RunEvent[]): void {
    if (this.texts.size === 0) return;
    const left = new Map(this.texts);
    for (const event of events) {
      if (event.kind === "ended" || event.kind === "result") left.delete("");
      if (finishing.has(event.kind)) left.delete(event.parent ?? "");
      if (event.kind === "ended") left.clear();
    }
    this.texts = left;
  }
}
