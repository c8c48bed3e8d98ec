import type { Tx } from "#server/store/client.ts";

export interface PickedLabel {
  id: number;
  number: number;
  name: string;
}

/** Labels of a project by number or by name (any case); unknown ones are dropped (compat §2.3). */
export async function pickLabels(
  tx: Tx,
  projectId: number,
  wanted: { labelIds?: number[] | null; labels?: string[] },
): Promise<PickedLabel[]> {
  const numbers = wanted.labelIds ?? [];
  const names = (wanted.labels ?? []).map((name) => name.toLowerCase());
  if (numbers.length === 0 && names.length === 0) return [];
  return tx.$queryRaw<PickedLabel[]>`
    SELECT "id", "number", "name" FROM "Label" WHERE "projectId" = ${projectId}
      AND ("number" = ANY(${numbers}::int[]) OR lower("name") = ANY(${names}::text[])) ORDER BY "number"`;
}

/** Replaces a ticket's labels; returns the names before and after, sorted. */
export async function replaceLabels(
  tx: Tx,
  ticketId: number,
  labels: PickedLabel[],
): Promise<{ from: string[]; to: string[] }> {
  const before = await tx.ticketLabel.findMany({
    where: { ticketId },
    select: { label: { select: { name: true } } },
  });
  await tx.ticketLabel.deleteMany({ where: { ticketId } });
  await tx.ticketLabel.createMany({
    data: labels.map((label) => ({ ticketId, labelId: label.id })),
  });
  return {
    from: before.map((row) => row.label.name).sort(),
    to: labels.map((label) => label.name).sort(),
  };
}
