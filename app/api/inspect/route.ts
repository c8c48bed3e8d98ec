import { z } from "zod";
import { folderInspectionSchema } from "#server/contracts/project.ts";
import { inspectFolder } from "#server/queries/inspect-folder.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "What opening a folder as a project would find and write",
  access: "owner",
  query: z.object({ path: z.string().min(1).max(4096) }),
  answer: folderInspectionSchema,
  handle: ({ database, query }) => inspectFolder(database, query.path),
});
