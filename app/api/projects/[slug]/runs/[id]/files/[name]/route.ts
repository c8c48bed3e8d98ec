import path from "node:path";
import { runFileNameSchema } from "#server/contracts/run-event.ts";
import { findProject } from "#server/queries/find-project.ts";
import { readRunFile } from "#server/queries/run-file.ts";
import { requireRun } from "#server/queries/run.ts";
import { route } from "../../../../../../_route/route.ts";
import { runParams } from "../../../../../../_route/run-params.ts";

const imageTypes: Record<string, string | undefined> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
};

export const GET = route({
  summary: "A tool result too large for its event, or a picture in one, redacted",
  access: "read",
  agents: true,
  params: runParams.extend({ name: runFileNameSchema }),
  async handle({ database, params }) {
    const { id } = await findProject(database, params.slug);
    await requireRun(database, id, params.id);
    const bytes = await readRunFile(params.id, params.name);
    const image = imageTypes[path.extname(params.name)];
    return new Response(new Uint8Array(bytes), {
      headers: {
        "Content-Type": image ?? "text/plain; charset=utf-8",
        // An agent wrote it: shown as a picture or saved, never as a page of ours.
        "Content-Disposition": `${image === undefined ? "attachment" : "inline"}; filename="${params.name}"`,
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, max-age=3600",
      },
    });
  },
});
