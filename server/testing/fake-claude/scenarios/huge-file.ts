import { ftruncateSync, openSync } from "node:fs";
import path from "node:path";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "huge-file",
  about: "makes a file of 10 GB, and dies when it may not",
  shows: "The limit on the size of a file ends it by name.",
  outcome: "failed",
  lasts: "minutes",
  async play(turn) {
    await turn.say("I make room for the data.");
    try {
      ftruncateSync(openSync(path.join(turn.cwd, "data.bin"), "w"), 10 * 1024 ** 3);
    } catch (error) {
      process.stderr.write(`${String(error)}\n`);
      turn.crash(1);
    }
  },
};
