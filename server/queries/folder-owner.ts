import { clientOf } from "./reader.ts";
import type { Reader } from "./reader.ts";

export interface FolderOwner {
  id: number;
  slug: string;
  name: string;
  workspaceRealPath: string;
}

/** The project whose folder is this one, contains it, or lies in it (rule 29); null when it is free. */
export async function findFolderOwner(
  reader: Reader,
  realPath: string,
  ownProjectId?: number,
): Promise<FolderOwner | null> {
  const projects = await clientOf(reader).project.findMany({
    where: {
      workspaceRealPath: { not: null },
      ...(ownProjectId === undefined ? {} : { id: { not: ownProjectId } }),
    },
    select: { id: true, slug: true, name: true, workspaceRealPath: true },
  });
  const isSameOrNested = (a: string, b: string) =>
    a === b || `${a}/`.startsWith(`${b}/`) || `${b}/`.startsWith(`${a}/`);
  for (const project of projects) {
    const { workspaceRealPath } = project;
    if (workspaceRealPath !== null && isSameOrNested(workspaceRealPath, realPath))
      return { ...project, workspaceRealPath };
  }
  return null;
}
