import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "thinking-and-todo",
  about: "thinks, keeps a todo list, works through it",
  shows: "Thinking, and a list that fills up.",
  outcome: "completed",
  async play(turn) {
    await turn.think("First the list, then the work, then the tests.");
    await turn.todo([
      ["Read the code", "in_progress"],
      ["Change it", "pending"],
    ]);
    await turn.use("Glob", { pattern: "*" });
    await turn.todo([
      ["Read the code", "completed"],
      ["Change it", "in_progress"],
    ]);
    await turn.use("Write", { file_path: "changed.txt", content: "changed\n" });
    await turn.todo([
      ["Read the code", "completed"],
      ["Change it", "completed"],
    ]);
    await turn.say("Everything on the list is done.");
  },
};
