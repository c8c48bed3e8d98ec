import type { RunEndMessage, RunEventsMessage, RunPartialMessage } from "#server/contracts/live.ts";
import type { RunLiveState } from "#server/contracts/run.ts";

export interface RunRoomHandlers {
  /** Last `seq` the reader has; asked at every (re)join, so nothing is sent twice. */
  have(): number;
  /** `from` = first seq that follows live, `to` = last stored one: read up to it through the API. */
  onJoin?(ack: { from: number; to: number; ended: boolean }): void;
  /** Contiguous from `first`; `first > have() + 1` is a gap to read through the API. */
  onEvents(message: RunEventsMessage): void;
  onPartial?(message: RunPartialMessage): void;
  onState?(state: RunLiveState): void;
  onEnd?(message: RunEndMessage): void;
  onRefused?(refusal: { error: string; code: string }): void;
}
