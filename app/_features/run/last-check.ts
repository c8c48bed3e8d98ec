import type { RunEvent } from "#server/contracts/run-event.ts";
import { inputText } from "./transcript/tool-kind.ts";

export interface Check {
  command: string;
  exitCode: number;
}

/** A command that checks the work: tests, types, lint, build. */
const checking =
  /\b(test|tests|vitest|jest|pytest|mocha|tsc|lint|eslint|oxlint|ruff|mypy|check|build|rspec|phpunit|go vet|clippy)\b/;

/** The last command of a run that checked something and ended; null when none did. */
export function lastCheck(events: readonly RunEvent[]): Check | null {
  const codes = new Map<string, number>();
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const event = events[index];
    if (event?.kind === "tool_result") {
      const { callId, exitCode, isError } = event.payload;
      if (typeof callId !== "string") continue;
      codes.set(callId, typeof exitCode === "number" ? exitCode : isError === true ? 1 : 0);
    }
    if (event?.kind !== "tool_call" || event.payload.tool !== "Bash") continue;
    const command = inputText(event.payload.input, "command");
    const exitCode =
      typeof event.payload.callId === "string" ? codes.get(event.payload.callId) : undefined;
    if (command !== null && exitCode !== undefined && checking.test(command))
      return { command: command.split("\n", 1)[0] ?? command, exitCode };
  }
  return null;
}
