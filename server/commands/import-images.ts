import type { Source } from "#server/queries/import-source.ts";
import { findUpload } from "#server/queries/uploads.ts";
import type { Database } from "#server/store/client.ts";
import { keepImage } from "./store-image.ts";

/** Pictures as the texts of another board name them, on its own host or with one before it. */
const imageLink = /\/uploads\/([0-9a-f]{32}\.\w{1,5})\b/g;

/**
 * Brings the pictures that texts of the project show and that are not here yet, under their own names, so
 * that the links in the texts lead to them. Answers the names that could not be brought: not given by the
 * other board, too large, or no picture that we show.
 */
export async function importImages(
  database: Database,
  projectId: number,
  source: Pick<Source, "readImage">,
): Promise<string[]> {
  const lost: string[] = [];
  for (const name of await namedImages(database, projectId)) {
    if ((await findUpload(name)) !== null) continue;
    const bytes = await source.readImage(name);
    if (bytes === null || !(await keepImage(name, bytes))) lost.push(name);
  }
  return lost;
}

/** From all texts, not only those of this import: one that broke off is finished by the next. */
async function namedImages(database: Database, projectId: number): Promise<string[]> {
  const rows = await database.prisma.$queryRaw<{ text: string }[]>`
    SELECT t."description" AS text FROM "Ticket" t
     WHERE t."projectId" = ${projectId} AND t."description" LIKE '%/uploads/%'
    UNION ALL
    SELECT k."content" FROM "Comment" k
     WHERE k."projectId" = ${projectId} AND k."content" LIKE '%/uploads/%'`;
  const names = rows.flatMap(({ text }) =>
    [...text.matchAll(imageLink)].flatMap((match) => match[1] ?? []),
  );
  return [...new Set(names)];
}
