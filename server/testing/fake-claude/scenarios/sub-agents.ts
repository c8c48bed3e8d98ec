import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "sub-agents",
  about: "hands work to a sub-agent, which hands some of it on",
  shows: "Nested rows: a task, its steps, and a task in the task.",
  outcome: "completed",
  async play(turn) {
    const outer = turn.stage.call("Task", { description: "Look for callers", prompt: "Find them" });
    turn.stage.text("I look in two places.", outer);
    const read = turn.stage.call("Grep", { pattern: "greet" }, outer);
    turn.stage.result(read, "src/greeting.js", { parent: outer });
    const inner = turn.stage.call("Task", { description: "Read the tests", prompt: "Read" }, outer);
    await turn.pause(500);
    const test = turn.stage.call("Read", { file_path: "test/greeting.test.js" }, inner);
    turn.stage.result(test, "test('greets', …)", { parent: inner });
    turn.stage.result(inner, "One test calls it.", { parent: outer });
    turn.stage.result(outer, "Two callers.");
    await turn.say("Two places call it.");
  },
};
