import { spawn } from "node:child_process";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "holds-stdout",
  about: "ends, but a child keeps its output open",
  shows: "The end does not wait for whoever holds the output open.",
  outcome: "completed",
  async play(turn) {
    const child = spawn("sleep", ["3600"], {
      detached: true,
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.unref();
    await turn.say("My child still holds the output.");
  },
};
