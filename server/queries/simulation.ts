import type { IfSaved, SelectsMany, Simulation } from "#server/contracts/simulation.ts";
import { Failure } from "#server/contracts/failure.ts";
import { parseAutomations } from "#server/core/automation/config.ts";
import { diffAutomations } from "#server/core/automation/diff.ts";
import type { AutomationsConfig } from "#server/core/automation/automation.ts";
import { findLoops } from "#server/core/automation/loops.ts";
import { findFolderPairs } from "#server/core/automation/shared-folder.ts";
import { compareStarts } from "#server/core/simulate/difference.ts";
import { runExamples } from "#server/core/simulate/examples.ts";
import {
  asksWhichStart,
  costOf,
  newSelections,
  selectNow,
} from "#server/core/simulate/if-saved.ts";
import type { Selection } from "#server/core/simulate/if-saved.ts";
import { findNeverFires } from "#server/core/simulate/never-fires.ts";
import { defaultLimits, simulate } from "#server/core/simulate/simulate.ts";
import type { SimulationLimits } from "#server/core/simulate/simulate.ts";
import { withConfig } from "#server/core/simulate/with-config.ts";
import type { DispatchSnapshot } from "#server/core/dispatch/snapshot.ts";
import type { Database, Tx } from "../store/client.ts";
import { defaultBudgetUsd } from "./default-budget.ts";
import { readSimulationFacts } from "./simulation-facts.ts";
import type { SimulationFacts } from "./simulation-facts.ts";
import { readWarningFacts } from "./warning-facts.ts";

/** Tickets per column that a whole simulation may ever start: more than `maxStarts` never begin. */
const SIMULATED_PER_COLUMN = 2_000;
/** Tickets per column, and per automation, that "If I save this now" looks at. */
const SELECTED_PER_COLUMN = 500;

/** POST …/simulate: 422 `AUTOMATIONS_INVALID` for a text that is broken as a whole. */
export async function simulateText(
  database: Database,
  projectId: number,
  text: string,
  options: { hours?: number | undefined; from?: Date | undefined },
): Promise<Simulation> {
  const parsed = parseAutomations(text);
  if (parsed.ok) return simulateAutomations(database, projectId, parsed.config, options);
  const { problems } = parsed;
  throw new Failure(
    422,
    "AUTOMATIONS_INVALID",
    `automations.json: ${problems[0]?.message ?? "invalid"}`,
    { problems },
  );
}

/** The configuration from `from` on, and what differs from the one in force. */
async function simulateAutomations(
  database: Database,
  projectId: number,
  config: AutomationsConfig,
  options: { hours?: number | undefined; from?: Date | undefined },
): Promise<Simulation> {
  const facts = await readSimulationFacts(database.prisma, projectId, config, SIMULATED_PER_COLUMN);
  const limits = { ...defaultLimits, hours: options.hours ?? defaultLimits.hours };
  const now = options.from ?? facts.snapshot.now;
  const run = (one: AutomationsConfig) => simulate(inputOf(facts, one, limits, now));
  const timeline = run(config);
  const { config: live } = facts.snapshot;
  const isSame = JSON.stringify(live) === JSON.stringify(config);
  const before = isSame ? timeline : run(live);
  return {
    ...timeline,
    neverFires: findNeverFires(withConfig(facts.snapshot, config, defaultBudgetUsd())),
    difference: compareStarts(before.starts, timeline.starts),
    isCut: timeline.isCut || before.isCut,
  };
}

function inputOf(
  facts: SimulationFacts,
  config: AutomationsConfig,
  limits: SimulationLimits,
  now: Date,
) {
  return {
    ...facts,
    limits,
    snapshot: { ...withConfig(facts.snapshot, config, defaultBudgetUsd()), now },
  };
}

/** What saving a configuration would do at once, as one sentence's worth of numbers (ux.md 12). */
export async function readIfSaved(
  database: Database,
  projectId: number,
  config: AutomationsConfig,
): Promise<IfSaved> {
  const { prisma } = database;
  const facts = await readSimulationFacts(prisma, projectId, config, SELECTED_PER_COLUMN);
  const next = withConfig(facts.snapshot, config, defaultBudgetUsd());
  const { selections, isCut } = selectNew(facts, next);
  const starting = selections.filter(({ fate }) => fate === "starts");
  const waiting = selections.filter(({ fate }) => fate === "waits");
  const warningFacts = await readWarningFacts(prisma, projectId);
  const { passed, failed } = runExamples(next, config);
  return {
    startsNow: [...new Set(starting.map(({ ticket }) => ticket))],
    thenMore: new Set(waiting.map(({ ticket }) => ticket)).size,
    costUsd: costOf([...starting, ...waiting], facts.records),
    capReachedAfter: capReachedAfter(facts, config, next, starting.length + waiting.length),
    neverFires: findNeverFires(next),
    loops: findLoops(config, warningFacts).map(({ names }) => [...names, names[0] ?? ""]),
    tests: {
      passed,
      failed: failed.map(({ name, expected, found, message }) => ({
        name,
        expected,
        found,
        message,
      })),
    },
    sameFolder: findFolderPairs(config, warningFacts).map(({ agents }) => [agents[0], agents[1]]),
    asks: asksWhichStart(next, selections),
    isCut,
  };
}

/** Which automations select more tickets, because of this configuration, than may start unasked. */
export async function readAsks(
  tx: Tx,
  projectId: number,
  config: AutomationsConfig,
): Promise<{ asks: SelectsMany[]; selections: Selection[] }> {
  const facts = await readSimulationFacts(tx, projectId, config, SELECTED_PER_COLUMN);
  const next = withConfig(facts.snapshot, config, defaultBudgetUsd());
  const { selections } = selectNew(facts, next);
  return { asks: asksWhichStart(next, selections), selections };
}

function selectNew(
  { snapshot, tickets }: SimulationFacts,
  next: DispatchSnapshot,
): { selections: Selection[]; isCut: boolean } {
  const live = selectNow(
    withConfig(snapshot, snapshot.config, defaultBudgetUsd()),
    tickets,
    SELECTED_PER_COLUMN,
  );
  const after = selectNow(next, tickets, SELECTED_PER_COLUMN);
  return { selections: newSelections(live.selections, after.selections), isCut: after.isCut };
}

/** Starts that fit the day's money; null = all of them do, or nothing changed. */
function capReachedAfter(
  facts: SimulationFacts,
  config: AutomationsConfig,
  next: DispatchSnapshot,
  count: number,
): number | null {
  const { added, changed } = diffAutomations(facts.snapshot.config, config);
  if (next.budget.capUsd === null || count + added.length + changed.length === 0) return null;
  const { capReachedAt, starts } = simulate(inputOf(facts, config, defaultLimits, next.now));
  if (capReachedAt === null) return null;
  return starts.filter(({ at }) => at <= capReachedAt).length;
}
