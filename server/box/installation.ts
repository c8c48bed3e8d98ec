/**
 * The rows every installation has: its own id, the owner, and the tokens that live in files. Run at
 * every start, so that a changed file or variable takes effect and an old token stops working.
 */
import { writeFile } from "node:fs/promises";
import type { Env } from "../env.ts";
import { newUuid, sha256Hex } from "../lib/ids.ts";
import type { Database, Tx } from "../store/client.ts";
import type { DataFolder } from "./data-folder.ts";
import { ensureSecret } from "./secrets.ts";

const OWNER_HANDLE = "owner";

export type Installation = { instanceId: string; ownerId: number };

/** Makes or checks the rows. Refuses a data directory that belongs to another database (rule 26). */
export async function ensureInstallation(
  database: Database,
  folder: DataFolder,
  env: Pick<Env, "ownerToken">,
  now: Date,
): Promise<Installation> {
  const ownerToken = env.ownerToken ?? (await ensureSecret(folder.ownerTokenFile));
  if (env.ownerToken) await writeFile(folder.ownerTokenFile, `${ownerToken}\n`, { mode: 0o600 });
  const workerToken = await ensureSecret(folder.workerTokenFile);
  await ensureSecret(folder.cookieKeyFile);

  const existing = await database.prisma.installation.findUnique({ where: { id: 1 } });
  const wanted = await ensureSecret(folder.instanceFile, existing?.instanceId ?? newUuid());
  if (existing && existing.instanceId !== wanted) {
    throw new Error(
      `the data directory ${folder.root} belongs to another database: expected installation ${existing.instanceId}, found ${wanted}. Set SIGNALBOX_DATA_DIR to this database's own folder`,
    );
  }
  return database.prisma.$transaction(async (tx) => {
    await tx.installation.upsert({
      where: { id: 1 },
      create: { id: 1, instanceId: wanted },
      update: {},
    });
    const owner = await tx.user.upsert({
      where: { handle: OWNER_HANDLE },
      create: { handle: OWNER_HANDLE, name: "Owner", role: "owner", isMaintainer: true },
      update: {},
      select: { id: true },
    });
    await keepOneToken(tx, { kind: "owner", token: ownerToken, userId: owner.id, now });
    await keepOneToken(tx, { kind: "worker", token: workerToken, userId: null, now });
    return { instanceId: wanted, ownerId: owner.id };
  });
}

async function keepOneToken(
  tx: Tx,
  wanted: { kind: "owner" | "worker"; token: string; userId: number | null; now: Date },
): Promise<void> {
  const tokenHash = sha256Hex(wanted.token);
  await tx.apiToken.updateMany({
    where: { kind: wanted.kind, tokenHash: { not: tokenHash }, revokedAt: null },
    data: { revokedAt: wanted.now },
  });
  await tx.apiToken.upsert({
    where: { tokenHash },
    create: { id: newUuid(), kind: wanted.kind, userId: wanted.userId, tokenHash },
    update: { revokedAt: null },
  });
}
