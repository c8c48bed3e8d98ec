import type { Lane } from "#server/contracts/fleet.ts";

/** What a free place waits for: the first in line of a group, and whose leaving lets it start. */
export interface NextStart {
  project: string;
  ticket: number;
  group: string;
  /** Who has the group or keeps it closed; null = a run without a ticket. */
  after: number | null;
  /** `answer`: its run is over, and it keeps the group until a person answers or releases it. */
  until: "leaves" | "answer";
  /** ISO time at which it is expected to leave; null = not known. */
  at: string | null;
}

/**
 * The first in line of every group, the soonest first. Of several runs that keep a group closed the one
 * that leaves last counts, and as long as one of them has no known end there is no time. A group that is
 * closed by one for which others wait is left out: who goes first then is not known before.
 */
export function nextStarts(lanes: readonly Lane[]): readonly NextStart[] {
  return lanes
    .flatMap((lane): NextStart[] => {
      const [first] = lane.waiters;
      if (first === undefined) return [];
      const base = { project: lane.project, ticket: first.ticket };
      if (lane.holder?.isParked === true)
        return [
          { ...base, group: lane.group, after: lane.holder.ticket, until: "answer", at: null },
        ];
      const blockers = [
        ...(lane.holder === null ? [] : [{ ...lane.holder, group: lane.group }]),
        ...lane.excludedBy,
      ];
      const isContested = lane.excludedBy.some((other) =>
        lanes.some(
          ({ project, group, waiting }) =>
            project === lane.project && group === other.group && waiting > 0,
        ),
      );
      if (isContested) return [];
      const last = blockers.toSorted((a, b) => endOf(b) - endOf(a))[0];
      if (last === undefined) return [];
      return [
        {
          ...base,
          group: last.group ?? lane.group,
          after: last.ticket,
          until: "leaves",
          at: last.expectedEndAt,
        },
      ];
    })
    .toSorted((a, b) => timeOf(a.at) - timeOf(b.at));
}

function endOf({ expectedEndAt }: { expectedEndAt: string | null }): number {
  return timeOf(expectedEndAt);
}

/** What is not known comes last. */
function timeOf(at: string | null): number {
  return at === null ? Number.MAX_SAFE_INTEGER : Date.parse(at);
}
