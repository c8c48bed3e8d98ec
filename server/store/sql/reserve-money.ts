import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import { moneyOfDay, numericText } from "./money-of-day.ts";

export interface MoneyRequest {
  runId: string;
  projectId: number;
  amountUsd: number;
  /** null: no fuse. */
  capUsd: number | null;
  /** Cap for supervisors beyond the project's; null when the agent is none. */
  supervisorCapUsd: number | null;
  supervisors: string[];
  now: Date;
  timeZone: string | null;
}

/**
 * Sets money aside for a run when spent + reserved + amount stays within the cap, compared in NUMERIC.
 * The caller holds the project's budget row, so two callers cannot both take the last cent. Returns
 * what was free before, for a supervisor the larger of both (null = no fuse), or "refused".
 */
export async function reserveMoney(
  tx: Tx,
  request: MoneyRequest,
): Promise<{ freeUsd: number | null } | "refused"> {
  const { runId, projectId, amountUsd } = request;
  const amount = numericText(amountUsd);
  const cap = numericText(request.capUsd);
  const supervisorCap = numericText(request.supervisorCapUsd);
  const rows = await tx.$queryRaw<{ free: Prisma.Decimal | null }[]>(Prisma.sql`
    WITH ${moneyOfDay(request)}, reserved_now AS (
      INSERT INTO "Reservation" ("runId", "projectId", "amountUsd")
      SELECT ${runId}, ${projectId}, ${amount}::numeric FROM money
       WHERE ${cap}::numeric IS NULL
          OR money.used + ${amount}::numeric <= ${cap}::numeric
          OR money."supervisorUsed" + ${amount}::numeric <= ${supervisorCap}::numeric
      RETURNING "runId"
    )
    SELECT GREATEST(${cap}::numeric - money.used,
                    CASE WHEN ${cap}::numeric IS NULL THEN NULL ELSE ${supervisorCap}::numeric - money."supervisorUsed" END) AS free
      FROM money, reserved_now`);
  const [row] = rows;
  if (!row) return "refused";
  return { freeUsd: row.free === null ? null : Number(row.free) };
}
