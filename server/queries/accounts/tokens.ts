import type { PersonalToken } from "#server/contracts/accounts.ts";
import type { Database } from "#server/store/client.ts";
import type { ApiToken } from "#server/store/generated/client.ts";

/** A person's tokens that still work, newest first. */
export async function listTokens(
  database: Database,
  userId: number,
  now: Date,
): Promise<PersonalToken[]> {
  const rows = await database.prisma.apiToken.findMany({
    where: {
      userId,
      kind: "personal",
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
  });
  return rows.map(toToken);
}

export function toToken(row: ApiToken): PersonalToken {
  return {
    id: row.id,
    name: row.name ?? "",
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.usedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}
