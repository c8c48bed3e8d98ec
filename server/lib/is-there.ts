import { access } from "node:fs/promises";

/** Whether a file or folder of this name can be reached. */
export function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
