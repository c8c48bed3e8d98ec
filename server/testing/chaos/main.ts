/**
 * `npm run test:chaos`: hurts the real product (workers, keepers, database, disk) while scripted agents
 * work, and checks afterwards that nothing was lost, doubled or left behind. Ends with one line,
 * `N passed, N failed`.
 *
 *   npm run test:chaos -- --seed 42 --only random-kills
 *   npm run test:chaos -- --nightly
 */
import { parseArgs } from "node:util";
import { describeError } from "#server/lib/result.ts";
import { createReport } from "./report.ts";
import type { Scenario } from "./scenario.ts";
import { scenarios } from "./scenarios/registry.ts";
import { openStage } from "./stage.ts";

const MINUTES = { short: 25, nightly: 180 };

interface Options {
  seed: number;
  isNightly: boolean;
  only: string[];
}

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: "string" },
      nightly: { type: "boolean", default: false },
      only: { type: "string" },
    },
  });
  const known = scenarios.map(({ name }) => name);
  const only = values.only?.split(",").map((name) => name.trim()) ?? known;
  const unknown = only.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`--only: expected some of ${known.join(", ")}, found ${unknown.join(", ")}`);
  }
  const seed = Number(values.seed ?? Date.now() % 1_000_000_007);
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new Error(`--seed: expected a whole number, found ${values.seed}`);
  }
  return { seed, isNightly: values.nightly, only };
}

async function main(): Promise<number> {
  let options: Options;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`test:chaos: ${describeError(error)}\n`);
    return 2;
  }
  const { seed, isNightly, only } = options;
  const report = createReport();
  report.tell(`seed ${seed}; --seed ${seed} plays it again`);
  const stages: { close(): Promise<void> }[] = [];
  const leave = (reason: string): void => {
    report.tell(`${reason}; cleaning up`);
    setTimeout(() => process.exit(1), 30_000).unref();
    void Promise.all(stages.map((stage) => stage.close())).then(() => process.exit(1));
  };
  process.once("SIGINT", () => leave("interrupted"));
  process.once("SIGTERM", () => leave("told to stop"));
  const minutes = isNightly ? MINUTES.nightly : MINUTES.short;
  setTimeout(() => leave(`not done after ${minutes} minutes`), minutes * 60_000).unref();

  const play = async (scenario: Scenario, isHeld: boolean): Promise<void> => {
    const obstacle = scenario.findObstacle?.() ?? null;
    if (obstacle !== null) {
      report.tell(`\n── ${scenario.name} (${scenario.rows}) is not played: ${obstacle}`);
      return;
    }
    const scene = report.begin(scenario, isHeld);
    const stage = openStage({ seed, isNightly, report: scene });
    stages.push(stage);
    try {
      await scenario.play(stage);
    } catch (error) {
      scene.fail("breaks off", [describeError(error)]);
    }
    await stage.close();
    scene.end();
  };
  const playAll = async (list: readonly Scenario[], isHeld: boolean): Promise<void> => {
    for (const scenario of list) await play(scenario, isHeld);
  };
  const wanted = scenarios.filter(({ name }) => only.includes(name));
  const loud = wanted.filter(({ isCalm }) => isCalm !== true);
  const calm = wanted.filter(({ isCalm }) => isCalm === true);
  await Promise.all([playAll(loud, false), playAll(calm, loud.length > 0)]);
  report.close();
  return report.failed() === 0 ? 0 : 1;
}

process.exit(await main());
