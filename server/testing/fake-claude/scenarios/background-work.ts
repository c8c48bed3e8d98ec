import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "background-work",
  about: "ends its turn while something runs on, and says more when that has ended",
  shows: "Two turns by itself: the session is not over at the first result.",
  outcome: "completed",
  async play(turn) {
    await turn.say("I start the build in the background.");
    const task = { task_id: "task_build", tool_use_id: "toolu_build" };
    turn.emit({ type: "system", subtype: "task_started", description: "npm run build", ...task });
    turn.finish({ queued_turn_count: 1 });
    await turn.pause(1_000);
    turn.emit({
      type: "system",
      subtype: "task_notification",
      status: "completed",
      summary: "npm run build",
      ...task,
    });
    turn.tellInit();
    await turn.say("The build has ended well.");
    turn.finish({ queued_turn_count: 0 });
  },
};
