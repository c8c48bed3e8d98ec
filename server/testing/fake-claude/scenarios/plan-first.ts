import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "plan-first",
  about: "makes a plan, waits for its approval, then works",
  shows: "A plan to approve or to send back.",
  outcome: "completed",
  async play(turn) {
    await turn.say("I looked at the code and have a plan.");
    const outcome = await turn.use("ExitPlanMode", {
      plan: "1. Add the file `plan.txt`.\n2. Run the tests.",
    });
    if (outcome.isError) {
      await turn.say(`I will think again: ${outcome.text}`);
      return;
    }
    await turn.use("Write", { file_path: "plan.txt", content: "done as planned\n" });
    await turn.say("Done as planned.");
  },
};
