/** Sessions on disk, so that a resume in another process finds what the first one left. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

export type Session = {
  id: string;
  cwd: string;
  scenario: string;
  turns: number;
  totalCostUsd: number;
};

function stateDir(): string {
  return (
    process.env["FAKE_CLAUDE_STATE"] ?? path.join(process.env["HOME"] ?? "/tmp", ".fake-claude")
  );
}

export function loadSession(id: string): Session | null {
  try {
    return JSON.parse(readFileSync(path.join(stateDir(), `${id}.json`), "utf8")) as Session;
  } catch {
    return null;
  }
}

export function saveSession(session: Session): void {
  mkdirSync(stateDir(), { recursive: true });
  const file = path.join(stateDir(), `${session.id}.json`);
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(session));
  renameSync(`${file}.${process.pid}`, file);
}
