import type { Project } from "#server/store/generated/client.ts";
import { clientOf } from "./reader.ts";
import type { Reader } from "./reader.ts";

/**
 * Whether a project came from another board's files and nobody has gone live yet: it is paused since it
 * was opened (ux.md 3). A pause after that is a pause like any other.
 */
export async function awaitsGoLive(
  reader: Reader,
  project: Pick<Project, "id" | "isImported" | "isPaused">,
): Promise<boolean> {
  if (!project.isImported || !project.isPaused) return false;
  const resumed = await clientOf(reader).activity.findFirst({
    where: { projectId: project.id, kind: "project_resumed" },
    select: { revision: true },
  });
  return resumed === null;
}
