import type { AutomationsConfig } from "#server/core/automation/automation.ts";
import { Prisma } from "#server/store/generated/client.ts";
import type { Tx } from "#server/store/client.ts";
import { oweFiring } from "#server/store/sql/owe-firing.ts";

/** What a trigger remembers between two looks. */
const forgotten = { lastPolledAt: null, nextRunAt: null, edge: Prisma.DbNull };

/** Which of the tickets that an automation selects now it may start (ux.md 12). */
export type TicketsToStart = {
  /** Only those that enter from now on, by automation; with a ticket, that one beside them. */
  onlyNew: ReadonlyMap<string, { firstTicketId: number | null }>;
  /** All of them, whatever was chosen before. */
  all: ReadonlySet<string>;
};

type Input = {
  projectId: number;
  config: AutomationsConfig;
  now: Date;
  /** Ids of those that say something else than before. */
  changed: readonly string[];
  /** Writes the activity row: takes the revision, which is the last lock (rule 8). */
  takeRevision: () => Promise<number>;
  starts?: TicketsToStart | undefined;
};

/**
 * Brings the states in line with a configuration that goes live at the taken revision (rule 33). State
 * belongs to (id, trigger type): a new, re-enabled or retyped automation starts at now and never fires
 * for history; switching off or removing one closes what it still owed. One that was edited is tried
 * again, however often its runs failed. Active runs go on.
 */
export async function updateAutomationStates(tx: Tx, input: Input): Promise<void> {
  const { projectId, config, now } = input;
  await tx.$queryRaw`SELECT 1 FROM "AutomationState" WHERE "projectId" = ${projectId} ORDER BY "automationId" FOR UPDATE`;
  const states = await tx.automationState.findMany({ where: { projectId } });
  const before = new Map(states.map((state) => [state.automationId, state]));
  const ids = new Set(config.automations.map((automation) => automation.id));
  const removed = states.map((state) => state.automationId).filter((id) => !ids.has(id));
  // One that cannot be read right now keeps its place: a typo must lose nothing.
  const readable = config.automations.filter(
    (automation) => automation.trigger.type !== "invalid" || !before.has(automation.id),
  );
  const switchedOff = readable.filter((automation) => {
    const state = before.get(automation.id);
    return state && (!automation.enabled || state.triggerType !== automation.trigger.type);
  });
  await tx.firing.updateMany({
    where: {
      projectId,
      automationId: { in: [...switchedOff.map((automation) => automation.id), ...removed] },
      cause: "trigger",
      state: "owed",
    },
    data: { state: "closed", reason: "automation_off", settledAt: now },
  });
  await tx.automationState.deleteMany({ where: { projectId, automationId: { in: removed } } });

  const cursor = BigInt(await input.takeRevision());
  for (const automation of readable) {
    const state = before.get(automation.id);
    const triggerType = automation.trigger.type;
    const isFresh =
      !state || state.triggerType !== triggerType || (automation.enabled && !state.isEnabled);
    const startsAfter = startsAfterOf(input.starts, automation.id, cursor, isFresh);
    const isEdited = isFresh || input.changed.includes(automation.id);
    const row = {
      triggerType,
      isEnabled: automation.enabled,
      updatedAt: now,
      ...startsAfter,
      ...(isEdited ? { lastError: Prisma.DbNull, failuresSince: now } : {}),
    };
    await tx.automationState.upsert({
      where: { projectId_automationId: { projectId, automationId: automation.id } },
      create: { projectId, automationId: automation.id, ...row, cursor },
      update: {
        ...row,
        ...(isFresh ? { cursor, ...forgotten } : {}),
        ...(state?.triggerType === triggerType ? {} : { startsAfter: null }),
      },
    });
  }
  for (const [automationId, { firstTicketId }] of input.starts?.onlyNew ?? []) {
    if (firstTicketId === null || !ids.has(automationId)) continue;
    await oweFiring(tx, {
      projectId,
      automationId,
      ticketId: firstTicketId,
      agent: null,
      cause: "trigger",
      sourceSeq: Number(cursor),
      dueAt: "now",
      payload: {},
      requestedBy: null,
      failures: 0,
    });
  }
}

/** A new or re-enabled one forgets an earlier choice; otherwise only a new choice changes it. */
function startsAfterOf(
  starts: TicketsToStart | undefined,
  id: string,
  cursor: bigint,
  isFresh: boolean,
): { startsAfter?: bigint | null } {
  if (starts?.onlyNew.has(id) === true) return { startsAfter: cursor };
  return isFresh || starts?.all.has(id) === true ? { startsAfter: null } : {};
}
