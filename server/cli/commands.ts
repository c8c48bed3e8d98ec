import type { CommandContext } from "./context.ts";
import { doctor } from "./doctor.ts";
import { link } from "./link.ts";
import { open } from "./open.ts";
import { runProgram } from "./run-program.ts";
import { status } from "./status.ts";
import { stop } from "./stop.ts";
import { tail } from "./tail/tail.ts";

export type Command = {
  name: string;
  summary: string;
  /** Resolves with the exit code. */
  run: (context: CommandContext) => Promise<number>;
};

const COMMANDS: Command[] = [
  {
    name: "start",
    summary: "start the board: database, web and worker (--no-open, --stop-runs, --dev)",
    run: ({ args }) => runProgram("main", args),
  },
  { name: "status", summary: "whether the board runs, where, and how it is", run: status },
  { name: "stop", summary: "end the board; agents go on, with --runs they end too", run: stop },
  { name: "tail", summary: "follow a run here: tail RUN or tail '#TICKET'", run: tail },
  { name: "link", summary: "print a new login link of the owner", run: link },
  { name: "open", summary: "open a folder as a board: open [FOLDER] (--no-open)", run: open },
  { name: "doctor", summary: "check what the board needs on this machine", run: doctor },
  {
    name: "fake-claude",
    summary: "the scripted agent: --list, or play a SCENARIO",
    run: ({ args }) => runProgram("fake-claude", args),
  },
  {
    name: "web",
    summary: "run the web program alone (needs DATABASE_URL)",
    run: ({ args }) => runProgram("web", args),
  },
  {
    name: "worker",
    summary: "run a worker alone (needs DATABASE_URL)",
    run: ({ args }) => runProgram("worker", args),
  },
];

export function findCommand(name: string): Command | undefined {
  if (name === "help" || name === "--help" || name === "-h") {
    return { name, summary: "this list", run: printHelp };
  }
  return COMMANDS.find((command) => command.name === name);
}

export function listCommands(): string {
  const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(13)}${summary}`);
  return ["Usage: signalbox <command> [--json]", "", ...lines].join("\n");
}

function printHelp({ isJson }: CommandContext): Promise<number> {
  const list = COMMANDS.map((command) => ({ name: command.name, summary: command.summary }));
  process.stdout.write(`${isJson ? JSON.stringify(list) : listCommands()}\n`);
  return Promise.resolve(0);
}
