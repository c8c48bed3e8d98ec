import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "wrong-folder",
  about: "starts in another folder than it was given",
  shows: "A start that is not verified: the folder is compared.",
  outcome: "verify_failed",
  lasts: "forever",
  isSilent: true,
  async play(turn) {
    turn.emit({
      type: "system",
      subtype: "init",
      cwd: "/",
      model: "demo-model",
      permissionMode: "default",
      tools: [],
      mcp_servers: [],
      claude_code_version: "2.1.332",
    });
    await new Promise((resolve) => setTimeout(resolve, 3_600_000));
  },
};
