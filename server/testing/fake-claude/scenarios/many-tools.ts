import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "many-tools",
  about: "makes two hundred small calls",
  shows: "A long transcript that stays quick.",
  outcome: "completed",
  async play(turn) {
    for (let step = 1; step <= 200; step += 1) {
      const callId = turn.stage.call("Read", { file_path: `src/module-${step}.ts` });
      turn.stage.result(callId, `export const step = ${step};`);
      if (step % 20 === 0) await turn.pause(100);
    }
    await turn.say("I have read everything.");
  },
};
