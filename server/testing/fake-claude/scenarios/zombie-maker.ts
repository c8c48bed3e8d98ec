import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "zombie-maker",
  about: "children that end and are never waited for, and one that runs",
  shows: "Zombies are gone processes; the one that runs is ended.",
  outcome: "stopped",
  lasts: "forever",
  async play(turn) {
    await turn.bash("bash -c 'for i in 1 2 3; do (exit 0) & done; exec sleep 3600'");
  },
};
