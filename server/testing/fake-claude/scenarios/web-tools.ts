import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "web-tools",
  about: "searches the web and reads a page",
  shows: "The rows of WebSearch and WebFetch.",
  outcome: "completed",
  async play(turn) {
    const search = turn.stage.call("WebSearch", { query: "node test runner glob" });
    turn.stage.result(search, "1. Test runner | Node.js\n2. node --test with a pattern");
    const input = { url: "https://nodejs.org/api/test.html", prompt: "How are files found?" };
    const page = turn.stage.call("WebFetch", input);
    await turn.pause(400);
    turn.stage.result(page, "Files that match the pattern are run.");
    await turn.say("The documentation says how.");
  },
};
