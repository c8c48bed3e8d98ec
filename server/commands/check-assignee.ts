import { Failure } from "#server/contracts/failure.ts";
import type { Tx } from "#server/store/client.ts";

/** `""` and null mean nobody; else the slug of a member in its exact spelling, 400 otherwise (compat §6.3). */
export async function checkAssignee(
  tx: Tx,
  projectId: number,
  slug: string | null | undefined,
): Promise<string | null> {
  if (slug === null || slug === undefined || slug === "") return null;
  const member = await tx.member.findFirst({
    where: { projectId, slug, removedAt: null },
    select: { id: true },
  });
  if (!member)
    throw new Failure(
      400,
      "ASSIGNEE_UNKNOWN",
      `assignedTo: expected a member's slug, found "${slug}"`,
    );
  return slug;
}
