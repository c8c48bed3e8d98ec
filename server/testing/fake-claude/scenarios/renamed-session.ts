import { randomUUID } from "node:crypto";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "renamed-session",
  about: "names another session id in its init when it is resumed",
  shows: "A session that goes on under another id.",
  outcome: "completed",
  isSecondTurn: true,
  isSilent: true,
  async play(turn) {
    const own = process.argv[process.argv.indexOf("--session-id") + 1] ?? "";
    const init = {
      type: "system",
      subtype: "init",
      cwd: turn.cwd,
      session_id: turn.isResumed ? randomUUID() : own,
      model: "claude-opus-5-5",
      tools: [],
      mcp_servers: [],
      claude_code_version: "2.1.332",
    };
    turn.raw(`${JSON.stringify(init)}\n`);
    await turn.say("I go by another name now.");
  },
};
