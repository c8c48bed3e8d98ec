import { watch } from "node:fs";
import path from "node:path";
import { findProjectRoot } from "../lib/project-root.ts";

const SETTLE_MS = 200;

/** With `--dev`: calls `onChange` once after each burst of changes to server sources. */
export function watchSources(onChange: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  watch(path.join(findProjectRoot(), "server"), { recursive: true }, (_event, file) => {
    if (!file?.endsWith(".ts") || file.endsWith(".test.ts")) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLE_MS);
  });
}
