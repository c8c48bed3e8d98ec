import { waitForRun } from "../change.ts";
import type { GateContext } from "../context.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { say } from "../sentence.ts";
import type { ActiveRunFacts } from "../snapshot.ts";

/** At most one active run per group. */
export const groupBusy: Gate = {
  judge(context) {
    if (context.run === null) return notApplicable;
    const holder = holderOf(context);
    return {
      pass: holder === null,
      expected: { free: context.run.group },
      actual: holder === null ? null : runText(holder),
      since: holder?.startedAt ?? null,
      until: null,
    };
  },
  sentence(context) {
    const holder = holderOf(context);
    const values = { group: context.run?.group ?? "", agent: holder?.agent ?? "" };
    return holder === null || holder.ticketNumber === null
      ? say("gate.GROUP_BUSY.ticketless", values)
      : say("gate.GROUP_BUSY", { ...values, ticket: holder.ticketNumber });
  },
  change(context) {
    const holder = holderOf(context);
    return holder === null ? null : waitForRun(holder, context.snapshot.now);
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
