import { suggest, waitForRun } from "../change.ts";
import type { GateContext } from "../context.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { say } from "../sentence.ts";
import type { ActiveRunFacts, ParkedRunFacts } from "../snapshot.ts";

/** At most one active run per group, nobody beside one that is parked there (ux.md 6), nor beside an undo. */
export const groupBusy: Gate = {
  judge(context) {
    if (context.run === null) return notApplicable;
    const undo = context.snapshot.undo ?? null;
    const holder = holderOf(context);
    const parked = holder === null ? parkedOf(context) : null;
    const actual = holder === null ? parked && parkedText(parked) : runText(holder);
    return {
      pass: actual === null && undo === null,
      expected: { free: context.run.group },
      actual: actual ?? (undo && { undo: undo.agent, by: undo.by }),
      since: holder?.startedAt ?? parked?.since ?? undo?.since ?? null,
      until: null,
    };
  },
  sentence(context) {
    const holder = holderOf(context);
    const parked = holder === null ? parkedOf(context) : null;
    const one = holder ?? parked;
    const values = { group: context.run?.group ?? "", agent: one?.agent ?? "" };
    const ticket = one?.ticketNumber ?? null;
    const undo = context.snapshot.undo ?? null;
    if (one === null && undo !== null) {
      return say("gate.GROUP_BUSY.undo", { by: undo.by, agent: undo.agent });
    }
    if (parked !== null) {
      return ticket === null
        ? say("gate.GROUP_BUSY.parked_ticketless", values)
        : say("gate.GROUP_BUSY.parked", { ...values, ticket });
    }
    return ticket === null
      ? say("gate.GROUP_BUSY.ticketless", values)
      : say("gate.GROUP_BUSY", { ...values, ticket });
  },
  change(context) {
    const holder = holderOf(context);
    if (holder !== null) return waitForRun(holder, context.snapshot.now);
    const parked = parkedOf(context);
    if (parked === null) return context.snapshot.undo ? suggest("change.wait_for_undo") : null;
    const { agent, runId: run, group } = parked;
    const write = { kind: "release_group", run, group } as const;
    return parked.ticketNumber === null
      ? suggest("change.answer_parked_ticketless", { agent }, write)
      : suggest("change.answer_parked", { agent, ticket: parked.ticketNumber }, write);
  },
};

/** An active run excludes my group, or I exclude its group: both ways. */
export const excluded: Gate = {
  judge(context) {
    if (context.run === null) return notApplicable;
    const other = excluderOf(context);
    return {
      pass: other === null,
      expected: { group: context.run.group, exclusions: context.run.exclusions },
      actual: other === null ? null : { ...runText(other), exclusions: other.exclusions },
      since: other?.startedAt ?? null,
    };
  },
  sentence(context) {
    const other = excluderOf(context);
    const values = {
      agent: other?.agent ?? "",
      other: other?.group ?? "",
      group: context.run?.group ?? "",
    };
    return other === null || other.ticketNumber === null
      ? say("gate.EXCLUDED.ticketless", values)
      : say("gate.EXCLUDED", { ...values, ticket: other.ticketNumber });
  },
  change(context) {
    const other = excluderOf(context);
    return other === null ? null : waitForRun(other, context.snapshot.now);
  },
};

/** Whether two runs may not be active at once because one excludes the other's group. */
export function excludes(
  a: { group: string | null; exclusions: readonly string[] },
  b: { group: string | null; exclusions: readonly string[] },
): boolean {
  return (
    (b.group !== null && a.exclusions.includes(b.group)) ||
    (a.group !== null && b.exclusions.includes(a.group))
  );
}

function runText(run: ActiveRunFacts) {
  return { run: run.id, agent: run.agent, ticket: run.ticketNumber, group: run.group };
}

function parkedText(parked: ParkedRunFacts) {
  const { runId, agent, ticketNumber, group } = parked;
  return { run: runId, agent, ticket: ticketNumber, group, parked: true };
}

/** Its own agent on its own ticket goes on where it was parked. */
function parkedOf({ run, ticket, snapshot }: GateContext): ParkedRunFacts | null {
  if (run === null) return null;
  const others = (snapshot.parkedRuns ?? []).filter(
    (parked) =>
      parked.group === run.group &&
      !(parked.agent === run.agent && parked.ticketNumber === (ticket?.number ?? null)),
  );
  const sorted = others.toSorted(
    (a, b) => a.since.getTime() - b.since.getTime() || (a.runId < b.runId ? -1 : 1),
  );
  return sorted[0] ?? null;
}

function holderOf({ run, snapshot }: GateContext): ActiveRunFacts | null {
  if (run === null) return null;
  return oldest(snapshot.activeRuns.filter((active) => active.group === run.group));
}

function excluderOf({ run, snapshot }: GateContext): ActiveRunFacts | null {
  if (run === null) return null;
  return oldest(snapshot.activeRuns.filter((active) => excludes(active, run)));
}

/** One run to name, whatever the order in which they were read. */
function oldest(runs: ActiveRunFacts[]): ActiveRunFacts | null {
  const sorted = runs.toSorted(
    (a, b) => a.startedAt.getTime() - b.startedAt.getTime() || (a.id < b.id ? -1 : 1),
  );
  return sorted[0] ?? null;
}
