import type { Actor } from "#server/contracts/actor.ts";
import type { ImportReport } from "#server/contracts/import.ts";
import { parseCostLog } from "#server/core/import/cost-log.ts";
import type { CostLine } from "#server/core/import/cost-log.ts";
import { sha256Hex } from "#server/lib/ids.ts";
import { readLiveAutomations } from "#server/queries/automations.ts";
import { findCostFiles, readCostFile } from "#server/queries/import-files.ts";
import { activityActor, writeActivity } from "#server/store/activity.ts";
import type { Database, Tx } from "#server/store/client.ts";
import { toJsonbText } from "#server/store/sql/append-events.ts";
import { inTransaction } from "#server/store/transaction.ts";

/** Lines of one transaction. */
const BATCH = 1_000;

interface CostsInput {
  projectId: number;
  actor: Actor;
  workspace: string;
}

type Answer = ImportReport["costs"];

/** A line with what makes it the same entry at a second import. */
interface KeyedLine extends CostLine {
  key: string;
}

/**
 * Cost logs of another board become history in the ledger: by the project's day, agent and model, with
 * the line kept. Each line is booked once, also after its file was renamed for its month; of equal lines
 * every one counts. Lines that cannot be read are named; lines that this board wrote are its own.
 */
export async function importCosts(database: Database, input: CostsInput): Promise<Answer> {
  const { projectId, workspace } = input;
  const answer: Answer = { lines: 0, booked: 0, known: 0, amountUsd: 0, bad: [] };
  const times = new Map<string, number>();
  for (const file of await findCostFiles(workspace)) {
    const text = await readCostFile(workspace, file);
    if (text === null) continue;
    const log = parseCostLog(text);
    answer.lines += log.lines;
    answer.bad.push(...log.badLines.map((line) => ({ file, line })));
    const foreign = log.entries.filter(({ raw }) => raw["Source"] !== "signalbox");
    answer.known += log.entries.length - foreign.length;
    const keyed = foreign.map((entry): KeyedLine => {
      const hash = sha256Hex(entry.text);
      const time = (times.get(hash) ?? 0) + 1;
      times.set(hash, time);
      return { ...entry, key: `import:${projectId}:${hash}:${time}` };
    });
    for (let at = 0; at < keyed.length; at += BATCH) {
      const batch = keyed.slice(at, at + BATCH);
      const booked = await inTransaction(database, (tx) => bookBatch(tx, input, batch, file));
      answer.booked += booked.length;
      answer.known += batch.length - booked.length;
      answer.amountUsd += booked.reduce((sum, { amount }) => sum + Number(amount), 0);
    }
  }
  return answer;
}

async function bookBatch(
  tx: Tx,
  { projectId, actor }: CostsInput,
  batch: KeyedLine[],
  file: string,
): Promise<{ amount: string }[]> {
  const { timeZone } = await readLiveAutomations(tx, projectId);
  const column = <T>(pick: (line: KeyedLine) => T): T[] => batch.map(pick);
  // A ticket of our own that has the number is not the one the money went to.
  const booked = await tx.$queryRaw<{ amount: string }[]>`
    INSERT INTO "LedgerEntry" ("projectId", "ticketId", "agent", "model", "day", "kind", "amountUsd", "raw", "sourceKey", "at")
    SELECT project."id", ticket."id", line.agent, line.model,
           (line.at AT TIME ZONE COALESCE(${timeZone ?? null}::text, project."timeZone"))::date,
           'adjustment', line.usd, line.raw, line.key, line.at
      FROM UNNEST(
             ${column(({ at }) => at.toISOString())}::timestamptz[], ${column(({ agent }) => agent)}::text[],
             ${column(({ model }) => model)}::text[], ${column(({ usdCost }) => usdCost.toFixed(8))}::numeric[],
             ${column(({ ticketNumber }) => ticketNumber)}::int[], ${column(({ raw }) => toJsonbText(raw))}::jsonb[],
             ${column(({ key }) => key)}::text[]
           ) AS line(at, agent, model, usd, number, raw, key)
      JOIN "Project" project ON project."id" = ${projectId}
      LEFT JOIN "Ticket" ticket ON ticket."projectId" = project."id" AND ticket."number" = line.number
       AND EXISTS (SELECT 1 FROM "Activity" a WHERE a."ticketId" = ticket."id" AND a."kind" = 'ticket_imported')
    ON CONFLICT ("sourceKey") DO NOTHING RETURNING "amountUsd"::text AS amount`;
  if (booked.length > 0) {
    await writeActivity(tx, {
      projectId,
      ticket: null,
      actor: activityActor(actor),
      kind: "project_imported",
      data: { costs: booked.length, file },
    });
  }
  return booked;
}
