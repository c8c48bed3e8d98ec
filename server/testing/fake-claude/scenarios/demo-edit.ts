import { comment, moveTicket, readTicket } from "./board.ts";
import type { Scenario } from "./scenario.ts";

const GREETING = `export function greet(name, hour) {
  if (hour < 12) return \`Good morning, \${name}\`;
  if (hour < 18) return \`Good afternoon, \${name}\`;
  return \`Good evening, \${name}\`;
}
`;
const GREETING_TEST = `import assert from "node:assert/strict";
import test from "node:test";
import { greet } from "../src/greeting.js";

test("greets by the time of day", () => {
  assert.equal(greet("Ada", 9), "Good morning, Ada");
  assert.equal(greet("Ada", 15), "Good afternoon, Ada");
  assert.equal(greet("Ada", 21), "Good evening, Ada");
});
`;

export const scenario: Scenario = {
  name: "demo-edit",
  about: "demo #1: edits two files, runs the test, moves to Review",
  shows: "The demo's first ticket.",
  outcome: "completed",
  async play(turn) {
    await readTicket(turn);
    await turn.think("The greeting ignores the time of day. I change it and cover it with a test.");
    await turn.todo([
      ["Change the greeting", "in_progress"],
      ["Write a test", "pending"],
      ["Run the tests", "pending"],
    ]);
    await turn.say("I change the greeting so that it knows the time of day.");
    await turn.pause(2_000);
    await turn.use("Write", { file_path: "src/greeting.js", content: GREETING });
    await turn.pause(1_500);
    await turn.use("Write", { file_path: "test/greeting.test.js", content: GREETING_TEST });
    await turn.todo([
      ["Change the greeting", "completed"],
      ["Write a test", "completed"],
      ["Run the tests", "in_progress"],
    ]);
    await turn.say("Now the tests.");
    const tested = await turn.bash("npm test");
    await turn.pause(1_500);
    await comment(turn, "The greeting follows the time of day now. One new test.");
    await moveTicket(turn, "Review");
    await turn.say(
      tested.isError
        ? "The change is there, but I could not run the tests."
        : "Done. The greeting follows the time of day, and the tests pass.",
    );
  },
};
