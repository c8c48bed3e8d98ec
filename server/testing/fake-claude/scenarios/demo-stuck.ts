import { comment, readTicket } from "./board.ts";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "demo-stuck",
  about: "demo #5: tries, fails the same way twice, gives up",
  shows: "The demo's fifth ticket.",
  outcome: "failed",
  async play(turn) {
    await readTicket(turn);
    await turn.say("I try to reproduce the crash.");
    await turn.bash("npm run reproduce");
    await turn.pause(1_500);
    await turn.say("The script is missing. I look for another way.");
    await turn.bash("npm run reproduce");
    await turn.pause(1_000);
    await comment(turn, "I cannot reproduce this: the script reproduce does not exist.");
    await turn.say(
      "I cannot reproduce the crash: there is no `reproduce` script. I need a way to run it.",
    );
    turn.finish({
      subtype: "error_during_execution",
      is_error: true,
      errors: ["The crash could not be reproduced"],
      terminal_reason: "completed",
    });
    turn.exit(1, "stuck");
  },
};
