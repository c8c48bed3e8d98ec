import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Turn } from "../turn-context.ts";
import type { Scenario } from "./scenario.ts";

/** Three events each: a sentence, a call, its result. */
const STEPS = 3_334;
const STEPS_PER_BEAT = 5;
const BEAT_MS = 110;
/** While a file of this name lies in its folder, it goes no further than the step written there. */
const HOLD_FILE = "hold";

export const scenario: Scenario = {
  name: "ten-thousand-events",
  about: "tells ten thousand events, steadily, in little more than a minute",
  shows: "A panel misses none of them, whatever its connection does meanwhile.",
  outcome: "completed",
  lasts: "minutes",
  async play(turn) {
    // Each result is filled up to this length.
    const chars = Number(process.env["FAKE_CLAUDE_RESULT_CHARS"] ?? 0);
    const hold = path.join(turn.cwd, HOLD_FILE);
    for (let step = 1; step <= STEPS; step += 1) {
      while (step > readLimit(hold)) await turn.pause(100);
      tell(turn, `Step ${step} of ${STEPS}`);
      const callId = turn.stage.call("Bash", { command: `echo ${step}` });
      turn.stage.result(callId, `${step} `.padEnd(chars, "."));
      if (step % STEPS_PER_BEAT === 0) await turn.pause(BEAT_MS);
    }
    await turn.say("That was all.");
  },
};

function readLimit(file: string): number {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return STEPS;
  }
}

/** A whole message at once: streamed text would take minutes. */
function tell(turn: Turn, text: string): void {
  turn.emit({
    type: "assistant",
    message: {
      id: `msg_${randomUUID()}`,
      type: "message",
      role: "assistant",
      content: [{ type: "text", text }],
      stop_reason: null,
    },
    parent_tool_use_id: null,
  });
}
