import type { RunEvent } from "#server/contracts/run-event.ts";
import { inputText } from "./transcript/tool-kind.ts";

export interface Check {
  command: string;
  exitCode: number;
}

/** Programs and scripts that check the work: tests, types, lint, build. */
const checkers =
  /^(?:(?:npx|pnpm|yarn|npm|bun|deno|make|cargo|go|dotnet|mvn|gradle|\.\/gradlew|uv|poetry)(?:\s+(?:run|exec|-\S+))*\s+)?(?:test|tests|t|vitest|jest|pytest|mocha|ava|tsc|lint|eslint|oxlint|biome|ruff|mypy|check|build|typecheck|types|rspec|phpunit|vet|clippy|playwright)(?=[\s:]|$)/;
const longestShown = 60;

/** The part of a command line that checks something, as a reader recognises it; null when none does. */
export function checkIn(command: string): string | null {
  const parts = command
    .split(/&&|\|\||;|\||\n/)
    .map((part) => part.trim().replace(/^(?:\w+=\S+\s+)+/, ""));
  const found = parts.find((part) => checkers.test(part) || /^node\s+--test\b/.test(part));
  if (found === undefined) return null;
  return found.length > longestShown ? `${found.slice(0, longestShown)}…` : found;
}

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
    const check = command === null ? null : checkIn(command);
    if (check !== null && exitCode !== undefined) return { command: check, exitCode };
  }
  return null;
}
