import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { newRunId } from "#server/lib/ids.ts";
import { imageFormatOf } from "#server/lib/image-format.ts";
import { writeInside } from "#server/lib/inside-folder.ts";
import { MAX_PICTURE_BYTES, openUploadsFolder, uploadName } from "#server/queries/uploads.ts";
import { writeAccountActivity } from "#server/store/account-activity.ts";
import type { Database } from "#server/store/client.ts";
import { inTransaction } from "#server/store/transaction.ts";

/**
 * Stores a picture below the data folder and answers its address on this host. The bytes decide what it
 * is: 400 `IMAGE_TYPE` for anything but PNG, JPEG, GIF and WebP; 413 `IMAGE_SIZE`.
 */
export async function storeImage(
  database: Database,
  actor: Actor,
  bytes: Uint8Array,
): Promise<{ url: string }> {
  if (bytes.length > MAX_PICTURE_BYTES) {
    throw new Failure(
      413,
      "IMAGE_SIZE",
      `image: expected at most ${MAX_PICTURE_BYTES} bytes, found ${bytes.length}`,
    );
  }
  const format = imageFormatOf(bytes);
  if (format === null) {
    throw new Failure(
      400,
      "IMAGE_TYPE",
      "image: expected the content of a PNG, JPEG, GIF or WebP file, found something else",
    );
  }
  const name = `${newRunId()}.${format}`;
  const folder = await openUploadsFolder();
  await inTransaction(database, async (tx) => {
    await writeAccountActivity(tx, { actor, kind: "picture_stored", data: { picture: name } });
    await writeInside(folder, name, bytes);
  });
  return { url: `/uploads/${name}` };
}

/** Keeps a picture of another board under the name its texts use; false when it is none we show. */
export async function keepImage(name: string, bytes: Uint8Array): Promise<boolean> {
  if (!uploadName.test(name) || bytes.length > MAX_PICTURE_BYTES) return false;
  if (imageFormatOf(bytes) === null) return false;
  await writeInside(await openUploadsFolder(), name, bytes);
  return true;
}
