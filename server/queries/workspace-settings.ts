import { readFile, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { sha256Hex } from "../lib/ids.ts";
import { isInside } from "./workspace-folder.ts";

/** Scripts that settings name beyond this number are not followed. */
const MAX_FILES = 100;
/** Larger files are told apart by size and time alone. */
const MAX_BYTES = 1_048_576;
/** What the agent CLI puts in place of the workspace. */
const PROJECT_DIR = /^\$\{?CLAUDE_PROJECT_DIR\}?\//;

interface Known {
  /** Path, size and time of every file, to see changes without reading. */
  stamp: string;
  manifest: string;
  files: string[];
}

const knownByFolder = new Map<string, Known>();

/**
 * What a workspace tells the agent CLI to do: one line `<path> <SHA-256>` for each of
 * `.claude/settings*.json`, `.mcp.json` and the workspace's own files that these name (hooks, servers),
 * in order of path; "" when there are none. Files are read again only when their size or time changed.
 */
export async function readSettingsManifest(workspace: string): Promise<string> {
  const roots = await findSettings(workspace);
  const known = knownByFolder.get(workspace);
  if (known) {
    const files = [...new Set([...roots, ...known.files])].sort();
    if ((await stampOf(workspace, files)) === known.stamp) return known.manifest;
  }
  const files = await followNames(workspace, roots);
  const stamp = await stampOf(workspace, files);
  const lines = await Promise.all(files.map((file) => describeFile(workspace, file)));
  const manifest = lines.filter((line) => line !== null).join("\n");
  knownByFolder.set(workspace, { stamp, manifest, files });
  return manifest;
}

/** Paths whose line differs between two manifests, in order. */
export function changedSettings(accepted: string, found: string): string[] {
  const before = manifestLines(accepted);
  const after = manifestLines(found);
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

/** The hash of each file of a manifest, by its path. */
export function manifestLines(manifest: string): Map<string, string> {
  return new Map(
    manifest.split("\n").flatMap((line) => {
      const at = line.lastIndexOf(" ");
      return at === -1 ? [] : [[line.slice(0, at), line.slice(at + 1)]];
    }),
  );
}

async function findSettings(workspace: string): Promise<string[]> {
  const names = await readdir(path.join(workspace, ".claude")).catch(() => []);
  const settings = names
    .filter((name) => /^settings.*\.json$/.test(name))
    .map((name) => `.claude/${name}`);
  return [...settings, ".mcp.json"].sort();
}

async function followNames(workspace: string, roots: string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const root of roots) {
    const text = await readFile(path.join(workspace, root), "utf8").catch(() => null);
    if (text === null) continue;
    found.add(root);
    for (const name of namesIn(text)) {
      if (found.size >= MAX_FILES) break;
      const file = path.resolve(workspace, name.replace(PROJECT_DIR, ""));
      if (!isInside(file, workspace) || file === workspace) continue;
      const isFile = await stat(file).then(
        (entry) => entry.isFile(),
        () => false,
      );
      if (isFile) found.add(path.relative(workspace, file));
    }
  }
  return [...found].sort();
}

/** Every word of every string of a JSON text that could be a path. */
function namesIn(text: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const words = new Set<string>();
  const walk = (node: unknown): void => {
    if (typeof node === "string") {
      for (const word of node.split(/[\s"'`;|&()<>=]+/)) if (/[./]/.test(word)) words.add(word);
    } else if (typeof node === "object" && node !== null) {
      for (const child of Object.values(node)) walk(child);
    }
  };
  walk(value);
  return [...words];
}

async function stampOf(workspace: string, files: string[]): Promise<string> {
  const stamps = await Promise.all(
    files.map((file) =>
      stat(path.join(workspace, file)).then(
        ({ size, mtimeMs, ctimeMs }) => `${file} ${size} ${mtimeMs} ${ctimeMs}`,
        () => null,
      ),
    ),
  );
  return stamps.filter((stamp) => stamp !== null).join("\n");
}

async function describeFile(workspace: string, file: string): Promise<string | null> {
  const full = path.join(workspace, file);
  try {
    const { size, mtimeMs } = await stat(full);
    const hash = sha256Hex(size > MAX_BYTES ? `${size} ${mtimeMs}` : await readFile(full));
    return `${file} ${hash}`;
  } catch {
    return null;
  }
}
