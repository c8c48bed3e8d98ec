import { spawn } from "node:child_process";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "fork-bomb",
  about: "starts processes that leave their parent, far more than anybody needs",
  shows: "The limit on processes ends it by name, where it is that low.",
  outcome: "failed",
  lasts: "forever",
  async play(turn) {
    const count = Number(process.env["FAKE_CLAUDE_PROCESSES"] ?? 200);
    const bomb = `for i in $(seq ${count}); do (setsid sleep 3600 &) ; done; sleep 3600`;
    await turn.say("I need helpers.");
    // Itself, not through a tool: nobody is asked.
    const child = spawn("bash", ["-c", bomb], { stdio: "ignore" });
    await new Promise((resolve) => child.once("exit", resolve));
  },
};
