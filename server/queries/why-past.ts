import type { FieldChange } from "#server/contracts/activity.ts";
import type { WhyAnswer } from "#server/contracts/why.ts";
import type { ActorKind } from "#server/contracts/words.ts";
import { moveSentence, stopSentence } from "#server/core/dispatch/past.ts";
import type { Tx } from "../store/client.ts";
import type { CauseText } from "./run-cause.ts";
import { sentenceOfCause } from "./run-cause.ts";

/** Entries that the Why tab begins with. */
const MAX_PAST = 30;

type Past = WhyAnswer["past"];

/** What started, stopped and moved the ticket, newest first. `names`: names of rules by their id. */
export async function readPast(
  tx: Tx,
  ticketId: number,
  names: ReadonlyMap<string, string>,
): Promise<Past> {
  const past = [...(await readStarts(tx, ticketId)), ...(await readMoves(tx, ticketId, names))];
  return past.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, MAX_PAST);
}

async function readStarts(tx: Tx, ticketId: number): Promise<Past> {
  const runs = await tx.run.findMany({
    where: { ticketId },
    orderBy: { createdAt: "desc" },
    take: MAX_PAST,
    select: {
      id: true,
      agent: true,
      automationId: true,
      cause: true,
      causeText: true,
      createdAt: true,
      outcome: true,
      previousRunId: true,
      skillVersion: true,
    },
  });
  return runs.map((run) => {
    const { actor, rule } = run.causeText as unknown as CauseText;
    return {
      at: run.createdAt.toISOString(),
      kind: "started",
      runId: run.id,
      agent: run.agent,
      actor,
      rule,
      ruleId: rule === null ? null : run.automationId,
      sentence: sentenceOfCause(run),
      outcome: run.outcome,
    };
  });
}

async function readMoves(
  tx: Tx,
  ticketId: number,
  names: ReadonlyMap<string, string>,
): Promise<Past> {
  const rows = await tx.activity.findMany({
    where: {
      ticketId,
      OR: [
        { kind: { in: ["run_stop_requested", "run_withdrawn"] } },
        { data: { path: ["changes"], array_contains: [{ field: "status" }] } },
      ],
    },
    orderBy: { revision: "desc" },
    take: MAX_PAST,
    select: { at: true, actorKind: true, actor: true, automationId: true, kind: true, data: true },
  });
  return rows.flatMap((row): Past => {
    const data = row.data as { run?: string; agent?: string; changes?: FieldChange[] };
    // What the admission or the end of a run moved is its rule's doing, whoever asked for the run.
    const isRule = row.automationId !== null && row.kind.startsWith("run_");
    const actorKind = isRule ? "automation" : (row.actorKind as ActorKind);
    const ruleId = actorKind === "automation" ? (row.automationId ?? row.actor) : null;
    const rule = ruleId === null ? null : (names.get(ruleId) ?? ruleId);
    const common = {
      at: row.at.toISOString(),
      runId: data.run ?? null,
      agent: data.agent ?? null,
      actor: rule ?? row.actor,
      rule,
      ruleId,
      outcome: null,
    };
    if (row.kind === "run_stop_requested" || row.kind === "run_withdrawn") {
      const sentence = stopSentence(row.actor, data.agent ?? "");
      return [{ ...common, actor: row.actor, rule: null, ruleId: null, kind: "stopped", sentence }];
    }
    return (data.changes ?? []).flatMap(({ field, from, to }): Past => {
      // The column a ticket was created in is no move.
      if (field !== "status" || typeof from !== "string" || typeof to !== "string") return [];
      const move = { actor: common.actor, actorKind, from, to };
      return [{ ...common, kind: "moved", sentence: moveSentence(move) }];
    });
  });
}
