/** Our settings of one run, passed with `--settings` (rule 5). */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

const PROTECTED = [".agents/automations.json", ".claude/**"];
const WRITING_TOOLS = ["Edit", "Write", "MultiEdit", "NotebookEdit"];

/**
 * Rules against an agent that rewrites the rules it runs under. `//` begins an absolute path in the
 * CLI's rules; the workspace is named as well because an own copy reads its automations from there.
 */
export function buildSettings(roots: string[]): { permissions: { deny: string[] } } {
  const patterns = [
    ...PROTECTED,
    ...roots.flatMap((root) => PROTECTED.map((pattern) => `/${path.join(root, pattern)}`)),
  ];
  return {
    permissions: {
      deny: WRITING_TOOLS.flatMap((tool) => patterns.map((pattern) => `${tool}(${pattern})`)),
    },
  };
}

/** Writes `settings.json` into the process folder (0600) and returns its path. */
export async function writeSettingsFile(dir: string, roots: string[]): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const file = path.join(dir, "settings.json");
  await writeFile(file, `${JSON.stringify(buildSettings(roots), null, 2)}\n`, { mode: 0o600 });
  return file;
}
