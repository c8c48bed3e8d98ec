import type { Sentence } from "#server/contracts/why.ts";
import type { GateCode } from "#server/contracts/words.ts";
import { isLive } from "../automation/automation.ts";
import type { AutomationsConfig } from "../automation/automation.ts";
import { excludes } from "./gates/group.ts";
import { isLineCode } from "./queue.ts";
import type { ActiveRunFacts, DispatchSnapshot, ParkedRunFacts } from "./snapshot.ts";

/** A ticket that waits, as its card says it. */
export interface WaitingTicket {
  number: number;
  title: string;
  code: GateCode;
  reason: Sentence;
  /** Of the run it waits to start. */
  group: string | null;
  /** In the line of the group, from 1. */
  place: number | null;
}

/** One concurrency group at this moment. */
export interface LaneFacts {
  group: string;
  holder: ActiveRunFacts | null;
  /** Where no run is active: one that ended and keeps the group. */
  parked: ParkedRunFacts | null;
  excludedBy: ActiveRunFacts[];
  /** First in line first. */
  waiting: WaitingTicket[];
}

/**
 * The groups of a project that are held, waited for or excluded, by name: a group that is free and that
 * nobody wants is no lane. Exclusion counts both ways, as the gate judges it: an active run names the
 * group, or a live rule of the group names the run's.
 */
export function lanesOf(
  snapshot: DispatchSnapshot,
  waiting: readonly WaitingTicket[],
): LaneFacts[] {
  const { activeRuns, config } = snapshot;
  const parkedRuns = snapshot.parkedRuns ?? [];
  const inLine = waiting.filter(({ code }) => isLineCode(code));
  const groups = new Set(
    [
      ...activeRuns.flatMap(({ group, exclusions }) => [group, ...exclusions]),
      ...parkedRuns.map(({ group }) => group),
      ...inLine.map(({ group }) => group),
      ...exclusiveGroups(config).map(({ group }) => group),
    ].filter((group) => group !== null),
  );
  return [...groups]
    .toSorted()
    .map((group) => laneOf(group, { activeRuns, parkedRuns, config, inLine }))
    .filter(isInUse);
}

function laneOf(
  group: string,
  facts: {
    activeRuns: readonly ActiveRunFacts[];
    parkedRuns: readonly ParkedRunFacts[];
    config: AutomationsConfig;
    inLine: readonly WaitingTicket[];
  },
): LaneFacts {
  const holder = facts.activeRuns.find((run) => run.group === group) ?? null;
  const rules = [
    { group, exclusions: [] },
    ...exclusiveGroups(facts.config).filter((rule) => rule.group === group),
  ];
  const others = facts.activeRuns.filter((run) => run.group !== group);
  return {
    group,
    holder,
    parked: holder === null ? (facts.parkedRuns.find((run) => run.group === group) ?? null) : null,
    excludedBy: others.filter((run) => rules.some((rule) => excludes(run, rule))),
    waiting: facts.inLine
      .filter((ticket) => ticket.group === group)
      .toSorted((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity) || a.number - b.number),
  };
}

function isInUse({ holder, parked, excludedBy, waiting }: LaneFacts): boolean {
  return holder !== null || parked !== null || excludedBy.length > 0 || waiting.length > 0;
}

/** Groups that live rules name together with what they exclude; a name with a placeholder is no group yet. */
function exclusiveGroups(config: AutomationsConfig): { group: string; exclusions: string[] }[] {
  return config.automations
    .filter(isLive)
    .flatMap(({ actions }) =>
      actions.flatMap((action) =>
        action.type === "runAgent" &&
        action.mutuallyExclusiveWith.length > 0 &&
        action.concurrencyGroup !== undefined &&
        !action.concurrencyGroup.includes("{")
          ? [{ group: action.concurrencyGroup, exclusions: action.mutuallyExclusiveWith }]
          : [],
      ),
    );
}
