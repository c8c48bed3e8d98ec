import type { Tx } from "../store/client.ts";
import type { ActionNote } from "./action-note.ts";
import type { StepList } from "./step-owner.ts";

const kind = "action_failed";

/**
 * One open row under Needs you per action of a rule and ticket says that it failed; it closes when the
 * same action succeeds, when the next run on the ticket begins, or when the rule is changed.
 */
export async function noteOutcomes(
  tx: Tx,
  list: Pick<StepList, "projectId" | "automationId" | "runId" | "ticket">,
  notes: ActionNote[],
  now: Date,
): Promise<void> {
  const { projectId, runId } = list;
  const rule = list.automationId ?? "";
  const ticketId = list.ticket?.id ?? null;
  for (const { ok, index, type, text, sentence } of notes) {
    const open = await tx.inboxItem.findFirst({
      where: {
        projectId,
        ticketId,
        kind,
        closedAt: null,
        AND: [
          { data: { path: ["rule"], equals: rule } },
          { data: { path: ["index"], equals: index } },
        ],
      },
      select: { id: true },
    });
    const data = { rule, index, action: type, text, ...(sentence ? { sentence } : {}) };
    if (open) {
      const change = ok ? { closedAt: now, closedBy: "system" } : { data, runId };
      await tx.inboxItem.update({ where: { id: open.id }, data: change });
    } else if (!ok) {
      await tx.inboxItem.create({
        data: { projectId, ticketId, runId, kind, data, createdAt: now },
      });
    }
  }
}

/** Rules that were changed or removed: what failed of them was seen to. */
export async function closeActionRows(
  tx: Tx,
  projectId: number,
  rules: string[],
  now: Date,
): Promise<void> {
  for (const rule of rules) {
    await tx.inboxItem.updateMany({
      where: { projectId, kind, closedAt: null, data: { path: ["rule"], equals: rule } },
      data: { closedAt: now, closedBy: "system" },
    });
  }
}
