import { z } from "zod";
import { browseAnswerSchema } from "#server/contracts/project.ts";
import { browseFolder } from "#server/queries/browse.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "Folders in a folder, for choosing a workspace",
  access: "owner",
  query: z.object({ path: z.string().max(4096).optional() }),
  answer: browseAnswerSchema,
  handle: ({ query }) => browseFolder(query.path),
});
