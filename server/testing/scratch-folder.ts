import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** A fresh folder that other users may walk through, as the database server's user has to. */
export async function makeScratchFolder(name: string) {
  const folder = await mkdtemp(path.join(tmpdir(), `signalbox-${name}-`));
  await chmod(folder, 0o711);
  return {
    path: folder,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
