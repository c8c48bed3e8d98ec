import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "mcp-tool",
  about: "uses a tool of an MCP server",
  shows: "A tool with the name of its server.",
  outcome: "completed",
  async play(turn) {
    const callId = turn.stage.call("mcp__tracker__find_issue", { query: "greeting", limit: 3 });
    await turn.pause(400);
    turn.stage.result(callId, '[{"key":"GR-12","title":"Greet by the time of day"}]');
    await turn.say("There is an issue for it already.");
  },
};
