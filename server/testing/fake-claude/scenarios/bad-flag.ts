import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "bad-flag",
  about: "does not know a flag and leaves before its first line",
  shows: "A start that fails with a reason on stderr.",
  outcome: "spawn_failed",
  isSilent: true,
  async play(turn) {
    process.stderr.write("error: unknown option '--replay-user-messages'\n");
    turn.exit(1, "usage");
  },
};
