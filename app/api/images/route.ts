import { z } from "zod";
import { storeImage } from "#server/commands/store-image.ts";
import { Failure } from "#server/contracts/failure.ts";
import { route } from "#app/api/_route/route.ts";

export const POST = route({
  summary:
    "Stores a picture: multipart/form-data, the first file part, PNG, JPEG, GIF or WebP, 10 MiB at most",
  access: "write",
  agents: true,
  isCompat: true,
  answer: z.object({ url: z.string() }),
  handle: async ({ database, actor, request }) =>
    storeImage(database, actor, await readFirstFile(request)),
});

async function readFirstFile(request: Request): Promise<Uint8Array> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.toLowerCase().startsWith("multipart/form-data")) {
    throw new Failure(
      415,
      "NOT_MULTIPART",
      `content type: expected multipart/form-data, found ${type || "none"}`,
    );
  }
  const form = await request.formData().catch(() => {
    throw new Failure(400, "MULTIPART_MALFORMED", "body: expected multipart parts");
  });
  for (const value of form.values()) {
    if (typeof value !== "string") return new Uint8Array(await value.arrayBuffer());
  }
  throw new Failure(400, "IMAGE_MISSING", "image: expected a file part, found none");
}
