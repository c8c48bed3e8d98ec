/**
 * The fake agent's own log (`$FAKE_CLAUDE_LOG`): what really ran, when, and with what, told by the
 * agents themselves. Invariants are checked against it, never against the board's tables.
 */
import { appendFileSync } from "node:fs";

export type JournalEntry =
  | {
      event: "start";
      argv: string[];
      envKeys: string[];
      cwd: string;
      runId: string | null;
      project: string | null;
      ticket: string | null;
      agent: string | null;
    }
  | { event: "stdin"; line: string }
  | { event: "stop"; code: number; reason: string };

export function journal(entry: JournalEntry): void {
  const file = process.env["FAKE_CLAUDE_LOG"];
  if (!file) return;
  const line = { at: Date.now(), pid: process.pid, ...entry };
  try {
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  } catch {
    // A log that cannot be written must not change what the agent does.
  }
}

export function journalStart(argv: string[]): void {
  const env = process.env;
  journal({
    event: "start",
    argv,
    envKeys: Object.keys(env).sort(),
    cwd: process.cwd(),
    runId: env["SIGNALBOX_RUN_ID"] ?? null,
    project: env["SIGNALBOX_PROJECT"] ?? null,
    ticket: env["SIGNALBOX_TICKET_ID"] ?? null,
    agent: env["CLAUDE_AGENT"] ?? null,
  });
}
