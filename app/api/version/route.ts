import { z } from "zod";
import { programVersion } from "#server/lib/program-version.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "The program's version",
  access: "public",
  answer: z.object({ version: z.string() }),
  handle: () => ({ version: programVersion() }),
});
