import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "secrets-in-output",
  about: "prints keys and passwords in texts, commands and results",
  shows: "Redaction before anything is stored, shown or served.",
  outcome: "completed",
  async play(turn) {
    // Put together here, so that no scanner takes the source for a leak.
    const key = ["sk", "ant", "api03", "x".repeat(40)].join("-");
    const token = `ghp_${"a1".repeat(18)}`;
    await turn.say(`The key is ${key}.`);
    await turn.use("Write", { file_path: "leak.txt", content: `${token}\n` });
    const callId = turn.stage.call("Bash", { command: `curl -H "Authorization: Bearer ${key}"` });
    turn.stage.result(callId, `postgres://user:${"secret".repeat(3)}@db/prod and ${token}`);
    await turn.say("I should not have said that.");
  },
};
