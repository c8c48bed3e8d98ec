import { existsSync } from "node:fs";
import path from "node:path";

/** The folder of our package.json, found from a bundle in `dist/` as well as from a source file. */
export function findProjectRoot(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, "package.json"))) return folder;
    if (folder === path.dirname(folder)) throw new Error(`no package.json above ${from}`);
  }
}
