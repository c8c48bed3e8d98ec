import type { SmallestChange } from "#server/contracts/why.ts";
import type { Candidate, DispatchSnapshot, PairFacts, TicketFacts } from "../dispatch/snapshot.ts";

export interface Scene {
  snapshot: DispatchSnapshot;
  candidate: Candidate;
}

/** A copy of the board with the suggested write done, as the API would do it. */
export function applyChange(
  { snapshot, candidate }: Scene,
  write: NonNullable<SmallestChange["write"]>,
): Scene {
  const { ticket } = candidate;
  const withTicket = (change: Partial<TicketFacts>): Scene => ({
    snapshot,
    candidate: ticket === null ? candidate : { ...candidate, ticket: { ...ticket, ...change } },
  });
  switch (write.kind) {
    case "assign":
      return withTicket({ assignee: write.slug });
    case "add_label":
      return withTicket({ labels: [...(ticket?.labels ?? []), write.label] });
    case "move":
      return withTicket({
        column: write.column,
        enteredColumnAt: snapshot.now,
        enteredColumnRevision: Number.MAX_SAFE_INTEGER,
      });
    case "resume_project": {
      const project = { ...snapshot.project, isPaused: false, pausedBy: null };
      return { candidate, snapshot: { ...snapshot, project } };
    }
    case "lift_stop":
      return withTicket({ pairs: withPair(ticket?.pairs ?? {}, write.agent) });
    case "release_hold": {
      const member = snapshot.members[write.agent];
      if (member === undefined) return { snapshot, candidate };
      const members = {
        ...snapshot.members,
        [write.agent]: { ...member, heldBy: null, heldUntil: null },
      };
      return { candidate, snapshot: { ...snapshot, members } };
    }
    case "accept_settings": {
      const project = { ...snapshot.project, settingsProblem: null };
      return { candidate, snapshot: { ...snapshot, project } };
    }
    case "give_back":
      return withTicket({ pairs: givenBack(ticket?.pairs ?? {}, write.run) });
    case "release_group": {
      const parkedRuns = (snapshot.parkedRuns ?? []).filter((run) => run.runId !== write.run);
      return { candidate, snapshot: { ...snapshot, parkedRuns } };
    }
    case "raise_budget": {
      const capUsd = (snapshot.budget.capUsd ?? 0) + write.byUsd;
      return { candidate, snapshot: { ...snapshot, budget: { ...snapshot.budget, capUsd } } };
    }
  }
}

function givenBack(pairs: Record<string, PairFacts>, run: string): Record<string, PairFacts> {
  return Object.fromEntries(
    Object.entries(pairs).map(([agent, pair]) => [
      agent,
      pair.lastRun?.id === run ? { ...pair, takenOverBy: null } : pair,
    ]),
  );
}

function withPair(pairs: Record<string, PairFacts>, agent: string): Record<string, PairFacts> {
  const pair = pairs[agent];
  if (pair?.lastRun == null) return pairs;
  return { ...pairs, [agent]: { ...pair, lastRun: { ...pair.lastRun, isStopLifted: true } } };
}
