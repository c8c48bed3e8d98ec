import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "stdin-waiter",
  about: "runs a command that waits for input that never comes",
  shows: "A call that stays open; stop ends it.",
  outcome: "stopped",
  lasts: "forever",
  async play(turn) {
    await turn.bash("mkfifo -m 600 answers.fifo; read -r line < answers.fifo");
  },
};
