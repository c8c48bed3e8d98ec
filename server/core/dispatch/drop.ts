import type { WhyAnswer } from "#server/contracts/why.ts";
import { createGateContext } from "./context.ts";
import type { GateContext } from "./context.ts";
import { evaluateContext, firstRefusal } from "./gates.ts";
import { isFull } from "./gates/column-full.ts";
import { gates } from "./gates/registry.ts";
import { levelCandidate, liveLevelAutomations } from "./candidates.ts";
import { say, usdText } from "./sentence.ts";
import type { DispatchSnapshot, PairFacts, TicketFacts } from "./snapshot.ts";

export type DropEffect = NonNullable<WhyAnswer["drop"]>;

/**
 * What a person's drop of a ticket into a column would do (ux.md 28): the same gates, on a copy of the
 * ticket as the drop would leave it. A drop is a touch: it lifts a stop and ends failures and loops.
 */
export function dropEffect(
  snapshot: DispatchSnapshot,
  ticket: TicketFacts,
  column: string,
): DropEffect {
  const target = snapshot.columns.find((one) => one.name === column);
  if (target !== undefined && column !== ticket.column && isFull(target)) {
    const values = { column, count: target.count, limit: target.wipLimit ?? 0 };
    return { effect: "nothing", agent: null, maxUsd: null, sentence: say("drop.full", values) };
  }
  const dropped = column === ticket.column ? ticket : afterDrop(snapshot, ticket, column);
  const board = column === ticket.column ? snapshot : withMovedCount(snapshot, ticket, column);
  const contexts = liveLevelAutomations(board).map((id) =>
    createGateContext(board, levelCandidate(id, dropped)),
  );
  const judged = contexts
    .map((context) => ({ context, results: evaluateContext(context) }))
    .filter(({ results }) => results.every(({ code, pass }) => code !== "NO_MATCH" || pass));

  const starting = judged.find(({ results }) => firstRefusal(results) === null);
  if (starting !== undefined) return starts(starting.context);
  const [first] = judged;
  const refusal = first === undefined ? null : firstRefusal(first.results);
  if (first === undefined || refusal === null) return nothing();
  if (refusal.code === "AGENT_UNAVAILABLE" && dropped.assignee === null) {
    return nothing("drop.nothing_unassigned");
  }
  const reason = gates[refusal.code].sentence(first.context);
  return {
    effect: "waits",
    agent: first.context.agent,
    maxUsd: first.context.run?.reservationUsd ?? null,
    sentence: {
      key: reason.key,
      values: reason.values,
      text: say("drop.waits", { reason: reason.text }).text,
    },
  };
}

function starts({ run, automation }: GateContext): DropEffect {
  if (run === null) {
    const sentence = say("drop.acts", { rule: automation?.name ?? "" });
    return { effect: "starts", agent: null, maxUsd: null, sentence };
  }
  const max = usdText(run.reservationUsd);
  return {
    effect: "starts",
    agent: run.agent,
    maxUsd: run.reservationUsd,
    sentence: say("drop.starts", { agent: run.agent, max }),
  };
}

function nothing(key: "drop.nothing" | "drop.nothing_unassigned" = "drop.nothing"): DropEffect {
  return { effect: "nothing", agent: null, maxUsd: null, sentence: say(key) };
}

function afterDrop(snapshot: DispatchSnapshot, ticket: TicketFacts, column: string): TicketFacts {
  const pairs = Object.entries(ticket.pairs).map(([agent, pair]): [string, PairFacts] => [
    agent,
    {
      ...pair,
      lastTouchRevision: Object.fromEntries(
        Object.keys(pair.lastAdmittedRevision).map((id) => [id, Number.MAX_SAFE_INTEGER]),
      ),
      lastRun: pair.lastRun === null ? null : { ...pair.lastRun, isStopLifted: true },
      failures: 0,
      isStuck: false,
      nextRetryAt: null,
    },
  ]);
  return {
    ...ticket,
    column,
    enteredColumnAt: snapshot.now,
    enteredColumnRevision: Number.MAX_SAFE_INTEGER,
    updatedAt: snapshot.now,
    pairs: Object.fromEntries(pairs),
    loop: { runs: [], automationChanges: 0, sinceRevision: Number.MAX_SAFE_INTEGER },
  };
}

function withMovedCount(
  snapshot: DispatchSnapshot,
  ticket: TicketFacts,
  to: string,
): DispatchSnapshot {
  const columns = snapshot.columns.map((column) => {
    if (column.name === to) return { ...column, count: column.count + 1 };
    return column.name === ticket.column ? { ...column, count: column.count - 1 } : column;
  });
  return { ...snapshot, columns };
}
