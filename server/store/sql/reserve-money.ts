import { Prisma } from "../generated/client.ts";
import { moneyOfDay, numericText } from "./money-of-day.ts";

/** Money to set aside for one run. */
export interface MoneyWish {
  runId: string;
  amountUsd: number;
  /** A supervisor's cap counts for it as well. */
  isSupervisor: boolean;
}

export interface MoneyRequest {
  projectId: number;
  /** In the order in which they take the money. */
  wishes: MoneyWish[];
  /** null: no fuse. */
  capUsd: number | null;
  /** Cap for supervisors beyond the project's. */
  supervisorCapUsd: number;
  supervisors: string[];
  now: Date;
  timeZone: string | null;
}

/**
 * `WITH` parts that set money aside for runs of one project, all or none of them: each when spent +
 * reserved + what those before it take + its own amount stays within the cap, compared in NUMERIC. The
 * caller holds the project's budget row, so two callers cannot both take the last cent. Nothing is set aside
 * unless `when` holds. They end in `verdict` (`isGranted`, `isAffordable`, one row) and `allowance` by `runId`: `free` = what was free before that run,
 * for a supervisor the larger of both (null = no fuse).
 */
export function moneyReserved(request: MoneyRequest, when = Prisma.sql`true`): Prisma.Sql {
  const { projectId, wishes } = request;
  const cap = Prisma.sql`${numericText(request.capUsd)}::numeric`;
  const supervisorCap = Prisma.sql`${numericText(request.supervisorCapUsd)}::numeric`;
  return Prisma.sql`
    ${moneyOfDay(request)}, wish AS MATERIALIZED (
      SELECT w.*, SUM(w.amount) OVER (ORDER BY w.place) - w.amount AS before,
             COALESCE(SUM(w.amount) FILTER (WHERE w.is_supervisor) OVER (ORDER BY w.place), 0) - w.amount AS supervisors_before
        FROM UNNEST(
          ${wishes.map(({ runId }) => runId)}::text[],
          ${wishes.map(({ amountUsd }) => numericText(amountUsd))}::numeric[],
          ${wishes.map(({ isSupervisor }) => isSupervisor)}::bool[]
        ) WITH ORDINALITY AS w("runId", amount, is_supervisor, place)
    ), allowance AS MATERIALIZED (
      SELECT wish."runId", wish.amount,
             GREATEST(${cap} - money.used - wish.before,
                      CASE WHEN ${cap} IS NULL OR NOT wish.is_supervisor THEN NULL
                           ELSE ${supervisorCap} - money."supervisorUsed" - wish.supervisors_before END) AS free
        FROM wish, money
    ), affordable AS MATERIALIZED (
      SELECT COALESCE(BOOL_AND(free IS NULL OR amount <= free), true) AS "isAffordable" FROM allowance
    ), verdict AS MATERIALIZED (
      SELECT "isAffordable", "isAffordable" AND ${when} AS "isGranted" FROM affordable
    ), reserved_now AS (
      INSERT INTO "Reservation" ("runId", "projectId", "amountUsd")
      SELECT allowance."runId", ${projectId}::int, allowance.amount FROM allowance, verdict WHERE verdict."isGranted"
    )`;
}
