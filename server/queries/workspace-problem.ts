import { stat } from "node:fs/promises";

/** Why no agent can work in this folder, as a sentence; null when it can. */
export async function describeWorkspaceProblem(realPath: string | null): Promise<string | null> {
  if (realPath === null) return "the project has no workspace folder";
  try {
    const found = await stat(realPath);
    return found.isDirectory() ? null : `${realPath} is not a folder`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT"
      ? `${realPath} does not exist`
      : `${realPath} cannot be read (${code})`;
  }
}
