import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "id-in-use",
  about: "finds its session id taken, and works once it is asked to go on in it",
  shows: "The board resumes the session in a second process of the same run.",
  outcome: "spawn_failed",
  isSilent: true,
  async play(turn) {
    if (turn.isResumed) {
      await turn.say("The session was there already; I go on in it.");
      return;
    }
    turn.keepSession();
    process.stderr.write(`Error: Session ID ${turn.sessionId} is already in use.\n`);
    turn.exit(1, "id in use");
  },
};
