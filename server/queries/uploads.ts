import { mkdir, realpath } from "node:fs/promises";
import path from "node:path";
import { loadEnv } from "#server/env.ts";
import { Failure } from "#server/contracts/failure.ts";
import { imageFormatOf } from "#server/lib/image-format.ts";
import type { ImageFormat } from "#server/lib/image-format.ts";
import { readInside } from "#server/lib/inside-folder.ts";
import { PathRefused } from "#server/lib/relative-name.ts";

/** Largest picture, in bytes (api §2). */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

/** Names as we and existing boards give them (compat §2.5); SVG stays where it is. */
export const uploadName = /^[0-9a-f]{32}\.(?:png|jpe?g|gif|webp)$/;

/** The folder of pictures below the data folder; made when it is missing, closed to others. */
export async function openUploadsFolder(): Promise<string> {
  const folder = path.join(loadEnv().dataDir, "uploads");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return realpath(folder);
}

/** A stored picture with the format its bytes have; 404 `UPLOAD_UNKNOWN`. */
export async function readUpload(name: string): Promise<{ bytes: Buffer; format: ImageFormat }> {
  const found = await findUpload(name);
  if (found === null) throw new Failure(404, "UPLOAD_UNKNOWN", "no such picture");
  return found;
}

/** null where there is none, or what lies there is no picture. */
export async function findUpload(
  name: string,
): Promise<{ bytes: Buffer; format: ImageFormat } | null> {
  if (!uploadName.test(name)) return null;
  const folder = path.join(loadEnv().dataDir, "uploads");
  const file = await readInside(folder, name, MAX_PICTURE_BYTES).catch((error: unknown) => {
    // A link or a file of several names is none of ours; before the first picture there is no folder.
    if (error instanceof PathRefused || (error as NodeJS.ErrnoException).code === "ENOENT")
      return null;
    throw error;
  });
  const format = file === null ? null : imageFormatOf(file.bytes);
  return file === null || format === null ? null : { bytes: file.bytes, format };
}
