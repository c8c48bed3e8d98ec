/** The demo's tickets (ux.md 26): one that is edited and tested, one that asks, one that gets stuck. */
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

export const demoEdit: Scenario = {
  about: "demo #1: edits two files, runs the test, moves to Review",
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

const QUESTION = "How shall the settings be stored?";

export const demoAsk: Scenario = {
  about: "demo #3: asks with two options, then works",
  async play(turn) {
    await readTicket(turn);
    await turn.say("I found two sensible places for the settings and need your choice.");
    const answers = await turn.ask([
      {
        question: QUESTION,
        header: "Storage",
        options: [
          { label: "A JSON file", description: "Easy to read and to commit." },
          {
            label: "Environment variables",
            description: "Nothing on disk, one restart per change.",
          },
        ],
      },
    ]);
    const answer = answers?.[QUESTION] ?? "A JSON file";
    await turn.use("Write", {
      file_path: "src/settings.js",
      content: `// Stored as: ${answer}\nexport const settings = { language: "en" };\n`,
    });
    await moveTicket(turn, "Review");
    await turn.say(`Done, with: ${answer}.`);
  },
};

export const demoStuck: Scenario = {
  about: "demo #5: tries, fails the same way twice, gives up",
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
