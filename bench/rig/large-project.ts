import type { Database } from "#server/store/client.ts";
import { insertTickets } from "./bulk-tickets.ts";

const TICKETS = 10_000;
/** Events of the first run. */
export const LONG_RUN = 50_000;
/** Where the tickets are, as many in each. */
export const COLUMNS = ["Backlog", "InProgress", "Blocked", "Review", "Done"];

export const idOfRun = (run: number) => run.toString(16).padStart(32, "0");

/** Ended runs of the tickets from #1 on, without their events: so many for the first, so many for each other. */
export async function insertEndedRuns(
  database: Database,
  projectId: number,
  { runs, first, each }: { runs: number; first: number; each: number },
): Promise<void> {
  await database.prisma.$executeRaw`
    INSERT INTO "Run" ("id", "projectId", "ticketId", "agent", "cause", "causeText", "state", "outcome", "verdict", "prompt",
      "permissionLevel", "maxTurns", "timeoutSeconds", "cwd", "contract", "contractHash", "admittedRevision", "nextSeq",
      "exclusions", "allowedTools", "disallowedTools", "forcedGates", "startedAt", "endedAt")
    SELECT lpad(to_hex(n), 32, '0'), ${projectId}, t."id", 'programmer', 'manual',
      '{"actor": "owner", "actorKind": "person", "at": "2026-06-01T10:00:00.000Z", "rule": null, "triggerType": null, "movedTo": null}', 'ended', 'completed', 'DONE', '',
      'edit', 1, 1, '/', '{}', '', 1, 1 + CASE WHEN n = 1 THEN ${first}::int ELSE ${each}::int END,
      '{}', '{}', '{}', '{}', now(), now()
    FROM generate_series(1, ${runs}::int) n JOIN "Ticket" t ON t."projectId" = ${projectId} AND t."number" = n`;
}

/** A project of 10,000 tickets. The first run has 50,000 events, the others share the rest. */
export async function fillLarge(
  database: Database,
  projectId: number,
  { runs, events }: { runs: number; events: number },
): Promise<void> {
  const { prisma } = database;
  for (const column of COLUMNS) {
    const count = TICKETS / COLUMNS.length;
    await insertTickets(database, { projectId, column, count, assignee: null });
  }
  const each = Math.floor((events - LONG_RUN) / (runs - 1));
  await insertEndedRuns(database, projectId, { runs, first: LONG_RUN, each });
  await prisma.$executeRaw`
    INSERT INTO "RunEvent" ("runId", "seq", "at", "kind", "payload", "processNumber", "offset")
    SELECT r."id", n, now(), 'assistant_text', jsonb_build_object('text', 'Line ' || n, 'messageId', NULL), 1, 0
    FROM "Run" r, generate_series(1, r."nextSeq" - 1) n WHERE r."projectId" = ${projectId}`;
}
