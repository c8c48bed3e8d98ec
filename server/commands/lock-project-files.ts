import type { Tx } from "#server/store/client.ts";

/** Distinguishes our advisory locks on files from others of the database. */
const FILES_LOCK = 7_341_902;

/**
 * Only one transaction at a time reads a stamp and replaces a file of this project, whatever process
 * it runs in: of two saves with the same stamp one is a conflict. Taken before every row lock.
 */
export async function lockProjectFiles(tx: Tx, projectId: number): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${FILES_LOCK}::int, ${projectId}::int)`;
}
