import type { SimulatedWait } from "#server/contracts/simulation.ts";
import type { GateResult } from "#server/contracts/why.ts";
import { sentenceFor } from "../dispatch/explain.ts";
import { firstRefusal } from "../dispatch/gates.ts";
import type { Candidate, DispatchSnapshot } from "../dispatch/snapshot.ts";
import { countPasses, notSelected } from "./reason.ts";

/** Waits kept for the answer; the longest board has no more lines than people can read. */
const MAX_WAITS = 2_000;

interface Reason {
  gate: GateResult;
  passes: number;
  candidate: Candidate;
  group: string | null;
}

/** Which gate held which ticket from when to when. One reason per ticket at a time (ux.md 15). */
export interface WaitLog {
  refuse(
    snapshot: DispatchSnapshot,
    candidate: Candidate,
    gates: readonly GateResult[],
    group: string | null,
  ): void;
  /** It starts, or left the place where it waited. */
  release(candidate: { automationId: string | null; ticketId: number | null }, at: Date): void;
  finish(): SimulatedWait[];
}

export function createWaitLog(): WaitLog {
  const reasons = new Map<string, Map<string, Reason>>();
  const open = new Map<string, SimulatedWait>();
  const closed: SimulatedWait[] = [];

  const close = (key: string, at: Date): void => {
    const wait = open.get(key);
    open.delete(key);
    const isSeen = wait !== undefined && wait.from !== at.toISOString();
    if (isSeen && closed.length < MAX_WAITS) closed.push({ ...wait, to: at.toISOString() });
  };
  const speak = (key: string, snapshot: DispatchSnapshot): void => {
    const all = [...(reasons.get(key)?.values() ?? [])];
    const best = all.reduce<Reason | null>(
      (found, one) => (found === null || one.passes > found.passes ? one : found),
      null,
    );
    const wait = open.get(key);
    if (best === null || wait?.code !== best.gate.code) close(key, snapshot.now);
    if (best === null || open.has(key)) return;
    open.set(key, {
      ticket: best.candidate.ticket?.number ?? null,
      automationId: best.candidate.automationId,
      code: best.gate.code,
      group: best.group,
      from: snapshot.now.toISOString(),
      to: null,
      sentence: sentenceFor(best.gate, snapshot, best.candidate),
    });
  };
  return {
    refuse(snapshot, candidate, gates, group) {
      const gate = firstRefusal(gates);
      if (gate === null) return;
      const key = keyOf(candidate.automationId, candidate.ticket?.id ?? null);
      const of = reasons.get(key) ?? new Map<string, Reason>();
      reasons.set(key, of);
      const by = candidate.automationId ?? candidate.cause;
      if (notSelected.has(gate.code)) of.delete(by);
      else of.set(by, { gate, passes: countPasses(gates), candidate, group });
      speak(key, snapshot);
    },
    release({ automationId, ticketId }, at) {
      const key = keyOf(automationId, ticketId);
      reasons.delete(key);
      close(key, at);
    },
    finish() {
      const left = [...open.values()].slice(0, Math.max(0, MAX_WAITS - closed.length));
      return [...closed, ...left].toSorted(
        (a, b) =>
          (a.from < b.from ? -1 : Number(a.from > b.from)) || (a.ticket ?? 0) - (b.ticket ?? 0),
      );
    },
  };
}

function keyOf(automationId: string | null, ticketId: number | null): string {
  return ticketId === null ? `rule ${automationId ?? ""}` : `ticket ${ticketId}`;
}
