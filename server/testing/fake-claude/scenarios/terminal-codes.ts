import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "terminal-codes",
  about: "colours its output, and tries links, the clipboard, the title and the cursor",
  shows: "Colours stay, everything else is gone, in the browser and in `signalbox tail`.",
  outcome: "completed",
  async play(turn) {
    const esc = "\u001b";
    const output = [
      `${esc}[32m3 passed${esc}[0m, ${esc}[1;31m1 failed${esc}[0m`,
      `${esc}]8;;https://example.com/${esc}\\a link${esc}]8;;${esc}\\`,
      `${esc}]52;c;cm0gLXJmIC8=\u0007${esc}]0;another title\u0007`,
      `${esc}[2J${esc}[Hback at the top${esc}[10A`,
    ].join("\n");
    const callId = turn.stage.call("Bash", { command: "npm test" });
    turn.stage.result(callId, `Exit code 1\n${output}`, { isError: true });
    await turn.say(`It printed:\n${output}`);
  },
};
