import { readFileSync } from "node:fs";
import path from "node:path";
import type { Scenario } from "./scenario.ts";

/** A JSON list of commands in the agent's folder. */
const FILE = "commands.json";

export const scenario: Scenario = {
  name: "runs-commands",
  about: `runs the commands that ${FILE} in its folder lists, one after another`,
  shows: "What each command answered.",
  outcome: "completed",
  async play(turn) {
    for (const command of readCommands(path.join(turn.cwd, FILE))) await turn.bash(command);
    await turn.say("That was all of them.");
  },
};

function readCommands(file: string): string[] {
  try {
    const commands = JSON.parse(readFileSync(file, "utf8")) as unknown;
    return Array.isArray(commands) ? commands.map(String) : [];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
