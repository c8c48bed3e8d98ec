import { z } from "zod";
import { readUpload } from "#server/queries/uploads.ts";
import { route } from "#app/api/_route/route.ts";

export const GET = route({
  summary: "A stored picture; its address never gets other content",
  access: "read",
  agents: true,
  params: z.object({ name: z.string() }),
  async handle({ params }) {
    const { bytes, format } = await readUpload(params.name);
    return new Response(new Uint8Array(bytes), {
      headers: {
        "Content-Type": `image/${format}`,
        "Content-Length": String(bytes.length),
        "Cache-Control": "private, max-age=31536000, immutable",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Content-Disposition": "inline",
      },
    });
  },
});
