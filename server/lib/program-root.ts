import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * The folder of the program itself, which holds `skills/`. Found from the started script, so that it
 * also works inside Next's bundle, whose modules lie in a folder with a package.json of its own.
 */
export function programRoot(): string {
  for (const start of [path.dirname(process.argv[1] ?? ""), process.cwd()]) {
    for (let folder = path.resolve(start); ; folder = path.dirname(folder)) {
      if (isProgram(folder)) return folder;
      if (folder === path.dirname(folder)) break;
    }
  }
  throw new Error(
    "the program's own folder was not found: expected a package.json named signalbox",
  );
}

function isProgram(folder: string): boolean {
  const file = path.join(folder, "package.json");
  if (!existsSync(file)) return false;
  const { name } = JSON.parse(readFileSync(file, "utf8")) as { name?: unknown };
  return name === "signalbox";
}
