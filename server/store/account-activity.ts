import type { AccountKind } from "#server/contracts/audit.ts";
import { currentRequestId } from "#server/lib/request-context.ts";
import type { Tx } from "./client.ts";

export interface AccountEntry {
  actor: { kind: string; slug: string };
  kind: AccountKind;
  /** Never a secret: the audit is read by people. */
  data?: Record<string, string | number | boolean | string[] | null>;
}

/**
 * Writes the one row of a transaction that changes accounts or the whole installation. What also
 * changes a project has its row in that project's log besides (`writeActivity`).
 */
export async function writeAccountActivity(tx: Tx, entry: AccountEntry): Promise<void> {
  await tx.accountActivity.create({
    data: {
      actorKind: entry.actor.kind,
      actor: entry.actor.slug,
      kind: entry.kind,
      data: entry.data ?? {},
      requestId: currentRequestId(),
    },
  });
}
