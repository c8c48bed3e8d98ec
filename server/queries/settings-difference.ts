import type { SettingsDifference } from "#server/contracts/project.ts";
import { sha256Hex } from "../lib/ids.ts";
import { readInside } from "../lib/inside-folder.ts";
import { createRedactor } from "../lib/redact.ts";
import { PathRefused } from "../lib/relative-name.ts";
import { secretValues } from "../lib/secret-values.ts";
import { changedSettings, manifestLines, readSettingsManifest } from "./workspace-settings.ts";

/** Larger files are not shown. */
const MAX_FILE_BYTES = 1_048_576;
/** Of each file at most this much is shown, and of all files together. */
const MAX_FILE_CHARS = 40_000;
const MAX_ALL_CHARS = 200_000;
/** Files that keep changing while they are read are read again this often. */
const MAX_READS = 3;

type Folder = { workspaceRealPath: string | null; trustedSettingsHash: string | null };

/** Names a manifest of settings in one word. */
export function settingsHash(manifest: string): string {
  return sha256Hex(manifest);
}

/**
 * What a person is asked to accept: every file that differs from what was accepted, with its text as it
 * is now. The texts are those that `hash` names: a file that changed while it was read is read again.
 */
export async function readSettingsDifference(folder: Folder): Promise<SettingsDifference> {
  const { workspaceRealPath: workspace, trustedSettingsHash: accepted } = folder;
  if (workspace === null || accepted === null) {
    const manifest = workspace === null ? "" : await readSettingsManifest(workspace);
    return { hash: settingsHash(manifest), isAskedFor: false, files: [] };
  }
  for (let read = 1; ; read += 1) {
    const manifest = await readSettingsManifest(workspace);
    const files = await describeFiles(workspace, accepted, manifest, read === MAX_READS);
    if (files !== null) return { hash: settingsHash(manifest), isAskedFor: true, files };
  }
}

/** null: a file is not any more what the manifest says. In the last read such a file has no text. */
async function describeFiles(
  workspace: string,
  accepted: string,
  manifest: string,
  isLastRead: boolean,
): Promise<SettingsDifference["files"] | null> {
  const before = manifestLines(accepted);
  const now = manifestLines(manifest);
  const redactor = createRedactor(secretValues(process));
  const files: SettingsDifference["files"] = [];
  let left = MAX_ALL_CHARS;
  for (const path of changedSettings(accepted, manifest)) {
    const hash = now.get(path);
    if (hash === undefined) {
      files.push({ path, change: "removed", text: null, isCut: false });
      continue;
    }
    const bytes = await readBytes(workspace, path);
    const isAsNamed = bytes !== null && sha256Hex(bytes) === hash;
    if (bytes !== null && !isAsNamed && !isLastRead) return null;
    const whole = isAsNamed ? redactor.text(bytes.toString("utf8")) : null;
    const text = whole?.slice(0, Math.min(MAX_FILE_CHARS, left)) ?? null;
    left -= text?.length ?? 0;
    files.push({
      path,
      change: before.has(path) ? "changed" : "new",
      text,
      isCut: text !== null && text.length < (whole?.length ?? 0),
    });
  }
  return files;
}

/** null: a link, a special file, too large, or gone. */
async function readBytes(workspace: string, path: string): Promise<Buffer | null> {
  try {
    return (await readInside(workspace, path, MAX_FILE_BYTES))?.bytes ?? null;
  } catch (error) {
    if (error instanceof PathRefused || (error as NodeJS.ErrnoException).code !== undefined) {
      return null;
    }
    throw error;
  }
}
