import { Prisma } from "../../store/generated/client.ts";
import { changesField, movesOf, readLog, readPlaces } from "./read-log.ts";
import type { LogRow, Place } from "./read-log.ts";
import { triggerAs } from "./poller.ts";
import type { Occurrence, Poller, Turn } from "./poller.ts";
import { takeTurn } from "./take-turn.ts";

/** What happened to one sub-ticket; `from`/`to` = columns of a move. */
interface ChildChange {
  number: number;
  change: "moved" | "added" | "removed";
  from?: string;
  to?: string;
  at: string;
}

/**
 * Parents whose sub-tickets moved, came or went, with the list of what happened. Changes by the
 * automation's own action do not count for it (rule 15).
 */
export const pollSubTickets: Poller = {
  readsLogOnly: true,
  poll: (job) => takeTurn(job, async (turn) => ({ occurrences: await findParents(turn) })),
};

async function findParents(turn: Turn): Promise<Occurrence[]> {
  const { tx, projectId, automation } = turn;
  const { parentColumn } = triggerAs(automation, "subTicketStatus");
  const comesOrGoes = Prisma.sql`"kind" IN ('ticket_created', 'ticket_deleted', 'ticket_restored')`;
  const rows = await readLog(
    turn,
    Prisma.sql`${comesOrGoes} OR ${changesField("status", "parent")}`,
  );
  const own = rows.filter((row) => row.automationId !== automation.id);
  if (own.length === 0) return [];
  const children = await tx.ticket.findMany({
    where: { id: { in: own.map((row) => row.ticketId) } },
    select: { id: true, number: true, parent: { select: { number: true } } },
  });
  const childOf = new Map(children.map((child) => [child.id, child]));
  const changes = new Map<number, { revision: number; list: ChildChange[] }>();
  for (const row of own) {
    const child = childOf.get(row.ticketId);
    if (!child) continue;
    for (const { parent, ...change } of changesOf(row, child.parent?.number ?? null)) {
      const known = changes.get(parent)?.list ?? [];
      const entry = { number: child.number, ...change, at: row.at.toISOString() };
      changes.set(parent, { revision: row.revision, list: [...known, entry] });
    }
  }
  if (changes.size === 0) return [];
  const parents = await readPlaces(tx, { projectId, number: { in: [...changes.keys()] } });
  return parents
    .filter((parent) => parentColumn === undefined || parent.column === parentColumn)
    .flatMap((parent) => occurrenceOf(parent, changes.get(parent.number)));
}

function occurrenceOf(
  parent: Place,
  change: { revision: number; list: ChildChange[] } | undefined,
): Occurrence[] {
  if (!change) return [];
  return [{ ticketId: parent.id, revision: change.revision, payload: { children: change.list } }];
}

type ParentChange = Omit<ChildChange, "number" | "at"> & { parent: number };

/** What a row says to which parents; `parent` = the child's parent now. */
function changesOf(row: LogRow, parent: number | null): ParentChange[] {
  if (row.kind === "ticket_created" || row.kind === "ticket_restored") {
    const number = row.parent ?? parent;
    return number === null ? [] : [{ parent: number, change: "added" }];
  }
  if (row.kind === "ticket_deleted") {
    return row.parent === null ? [] : [{ parent: row.parent, change: "removed" }];
  }
  const attached = row.changes.flatMap(({ field, from, to }): ParentChange[] => {
    if (field !== "parent") return [];
    return [
      ...(typeof from === "number" ? [{ parent: from, change: "removed" as const }] : []),
      ...(typeof to === "number" ? [{ parent: to, change: "added" as const }] : []),
    ];
  });
  const moved = movesOf(row).map((move) => ({ parent, change: "moved" as const, ...move }));
  return [
    ...attached,
    ...moved.flatMap((one) => (one.parent === null ? [] : [{ ...one, parent: one.parent }])),
  ];
}
