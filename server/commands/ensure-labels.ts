import { takeNumber } from "../store/activity.ts";
import type { Tx } from "../store/client.ts";

/** Labels by name, in any case; unknown ones are created. Returns their row ids. */
export async function ensureLabels(tx: Tx, projectId: number, names: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) {
    const known = await tx.label.findFirst({
      where: { projectId, name: { equals: name, mode: "insensitive" } },
      select: { id: true },
    });
    const label =
      known ??
      (await tx.label.create({
        data: { projectId, name, number: await takeNumber(tx, projectId, "nextLabel") },
        select: { id: true },
      }));
    ids.push(label.id);
  }
  return [...new Set(ids)];
}
