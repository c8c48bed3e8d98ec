import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "stderr-noise",
  about: "complains on stderr while all goes well",
  shows: "What the program says beside its protocol.",
  outcome: "completed",
  async play(turn) {
    process.stderr.write("warning: the configuration of a server could not be read\n");
    await turn.say("Never mind the warning.");
    process.stderr.write("warning: a new version is available\n");
  },
};
