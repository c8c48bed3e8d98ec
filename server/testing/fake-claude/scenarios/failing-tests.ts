import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "failing-tests",
  about: "changes something, sees the tests fail, mends it",
  shows: "Red and green results.",
  outcome: "completed",
  async play(turn) {
    await turn.use("Write", {
      file_path: "src/sum.js",
      content: "export const sum = (a, b) => a;\n",
    });
    const test = turn.stage.call("Bash", { command: "npm test" });
    turn.stage.result(test, "Exit code 1\nexpected 3, found 1\n1 failed", { isError: true });
    await turn.use("Edit", {
      file_path: "src/sum.js",
      old_string: "(a, b) => a;",
      new_string: "(a, b) => a + b;",
    });
    const again = turn.stage.call("Bash", { command: "npm test" });
    turn.stage.result(again, "1 passed");
    await turn.say("The sum is right now.");
  },
};
