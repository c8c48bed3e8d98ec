import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { randomToken } from "#server/lib/ids.ts";
import { describeError } from "#server/lib/result.ts";
import type { SceneReport } from "./report.ts";
import { createInstallation } from "./rig/installation.ts";
import type { Installation, InstallationOptions } from "./rig/installation.ts";
import { startChaosPostgres } from "./rig/postgres.ts";
import type { ChaosPostgres } from "./rig/postgres.ts";
import { createRandom } from "./rig/random.ts";
import type { Stage } from "./scenario.ts";

/** The place where one scenario is played; `close` leaves no process and no folder of it behind. */
export function openStage(parts: {
  seed: number;
  isNightly: boolean;
  report: SceneReport;
}): Stage & { close(): Promise<void> } {
  const { report } = parts;
  const ends: (() => Promise<void> | void)[] = [];
  let shared: Promise<ChaosPostgres> | undefined;
  let closing: Promise<void> | undefined;

  const folder = async (name: string): Promise<string> => {
    const made = await mkdtemp(path.join(tmpdir(), `signalbox-chaos-${name}-`));
    await chmod(made, 0o711);
    ends.push(() => rm(made, { recursive: true, force: true, maxRetries: 5 }));
    return made;
  };
  const ownPostgres = async (where?: string): Promise<ChaosPostgres> => {
    const postgres = await startChaosPostgres(
      path.join(where ?? (await folder("postgres")), "cluster"),
    );
    ends.push(() => postgres.stop());
    return postgres;
  };
  const boardOn = async (
    postgres: ChaosPostgres,
    options: Partial<Omit<InstallationOptions, "databaseUrl">> = {},
  ): Promise<Installation> => {
    const databaseUrl = await postgres.createDatabase(`board_${randomToken(6).toLowerCase()}`);
    const dataDir = options.dataDir ?? path.join(await folder("board"), "data");
    const board = await createInstallation({ ...options, dataDir, databaseUrl });
    ends.push(() => board.remove());
    return board;
  };
  const close = async (): Promise<void> => {
    for (let end = ends.pop(); end; end = ends.pop()) {
      try {
        await end();
      } catch (error) {
        report.tell(`clean-up: ${describeError(error)}`);
      }
    }
  };
  return {
    random: createRandom(parts.seed),
    isNightly: parts.isNightly,
    folder,
    ownPostgres,
    boardOn,
    async board(options) {
      shared ??= ownPostgres();
      return boardOn(await shared, options);
    },
    cleanUp: (work) => void ends.push(work),
    async check(name, work) {
      try {
        const faults = (await work()) ?? [];
        if (faults.length === 0) report.pass(name);
        else report.fail(name, faults);
      } catch (error) {
        report.fail(name, [describeError(error)]);
      }
    },
    tell: (text) => report.tell(text),
    close: () => (closing ??= close()),
  };
}
