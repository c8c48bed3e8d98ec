/** `fake-claude SCENARIO`: a person plays one without a board. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** The arguments a scenario is played with when none were given: one turn, edits and commands allowed. */
export function argumentsToPlay(name: string, given: string[]): string[] {
  process.env["FAKE_CLAUDE_SCENARIO"] = name;
  if (given.length > 0) return given;
  // It really edits files and runs commands: not where the person happens to stand.
  const folder = mkdtempSync(path.join(tmpdir(), "signalbox-play-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  process.chdir(folder);
  process.env["FAKE_CLAUDE_STATE"] ??= path.join(folder, ".sessions");
  return [
    ...["-p", "--verbose", "--output-format", "stream-json"],
    ...["--permission-mode", "acceptEdits", "--allowedTools", "Bash"],
    ...["--", `Play ${name}`],
  ];
}
