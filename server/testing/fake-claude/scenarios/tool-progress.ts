import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "tool-progress",
  about: "runs a tool that sends signs of life",
  shows: "A call that shows for how long it has been running.",
  outcome: "completed",
  async play(turn) {
    const callId = turn.stage.call("Bash", { command: "npm run build" });
    for (const seconds of [30, 60, 90]) {
      turn.emit({
        type: "tool_progress",
        tool_use_id: `${callId}-heartbeat-${seconds / 30}`,
        parent_tool_use_id: callId,
        tool_name: "Bash",
        elapsed_time_seconds: seconds,
        heartbeat: true,
      });
      await turn.pause(300);
    }
    turn.stage.result(callId, "built in 92 s");
    await turn.say("Built.");
  },
};
