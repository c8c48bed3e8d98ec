import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "parallel-tools",
  about: "makes three calls at once, whose results come in another order",
  shows: "Each result at its own call.",
  outcome: "completed",
  async play(turn) {
    const files = ["a.txt", "b.txt", "c.txt"];
    const calls = files.map((file) => turn.stage.call("Read", { file_path: file }));
    for (const [index, callId] of calls.entries()) {
      if (index > 0) turn.stage.result(callId, `content of ${files[index]}`);
      await turn.pause(300);
    }
    turn.stage.result(calls[0] ?? "", "File does not exist.", { isError: true });
    await turn.say("Two of three could be read.");
  },
};
