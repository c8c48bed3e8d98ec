import { readFileSync } from "node:fs";
import path from "node:path";
import { programRoot } from "./program-root.ts";

let version: string | undefined;

/** Version of the program, from its package.json. */
export function programVersion(): string {
  if (version === undefined) {
    const manifest = JSON.parse(readFileSync(path.join(programRoot(), "package.json"), "utf8")) as {
      version: string;
    };
    version = manifest.version;
  }
  return version;
}
