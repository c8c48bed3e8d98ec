import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "permission-twice",
  about: "needs the same permission twice",
  shows: "Once, for this run, always: the second card comes or does not.",
  outcome: "completed",
  async play(turn) {
    for (const name of ["first", "second"]) {
      const outcome = await turn.bash(`node --version > ${name}.txt && cat ${name}.txt`);
      await turn.say(outcome.isError ? `Not allowed: ${outcome.text}` : `The ${name} is written.`);
    }
  },
};
