/** `npx signalbox …`: what an operator does beside the board. */
import { EnvError, loadEnv } from "./env.ts";
import { describeError } from "./lib/result.ts";
import { findCommand, listCommands } from "./cli/commands.ts";
import { UsageError } from "./cli/usage-error.ts";

const [name = "start", ...args] = process.argv.slice(2);
const command = findCommand(name);

if (!command) {
  process.stderr.write(`signalbox: expected a command, found "${name}"\n\n${listCommands()}\n`);
  process.exit(2);
}
try {
  process.exitCode = await command.run({ args, isJson: args.includes("--json"), readEnv: loadEnv });
} catch (error) {
  const prefix = error instanceof EnvError ? "" : `signalbox ${name}: `;
  process.stderr.write(`${prefix}${describeError(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
