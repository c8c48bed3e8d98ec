import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "budget-exhausted",
  about: "spends until the CLI's own limit of money ends it",
  shows: "The CLI's limit, which overshoots by one answer.",
  outcome: "budget_exceeded",
  async play(turn) {
    await turn.say("This is an expensive question.");
    turn.spend(5);
    await turn.use("Write", { file_path: "expensive.txt", content: "half of it\n" });
    turn.finish({
      subtype: "error_max_budget_usd",
      is_error: true,
      errors: ["Reached maximum budget ($5)"],
      terminal_reason: "budget_exhausted",
    });
    turn.exit(1, "budget");
  },
};
