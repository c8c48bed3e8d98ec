import type { ChaosPostgres } from "./rig/postgres.ts";
import type { Installation, InstallationOptions } from "./rig/installation.ts";
import type { Random } from "./rig/random.ts";

/** What a scenario works with. */
export interface Stage {
  random: Random;
  /** The long form. */
  isNightly: boolean;
  /** A board of its own for the caller; removed at the end. */
  board(
    options?: Partial<Omit<InstallationOptions, "databaseUrl" | "dataDir">>,
  ): Promise<Installation>;
  /** A server of its own for the caller, in `folder` or a fresh one. */
  ownPostgres(folder?: string): Promise<ChaosPostgres>;
  /** The same as `board`, on that server. */
  boardOn(
    postgres: ChaosPostgres,
    options?: Partial<Omit<InstallationOptions, "databaseUrl">>,
  ): Promise<Installation>;
  /** A fresh folder that every user may walk through; removed at the end. */
  folder(name: string): Promise<string>;
  /** Something to do at the end, last added first. */
  cleanUp(work: () => Promise<void> | void): void;
  /** One thing that must hold; a failure is told and counted, and the scenario goes on. */
  check(name: string, work: () => Promise<readonly string[] | void>): Promise<void>;
  /** A line for whoever watches. */
  tell(text: string): void;
}

/** One way to hurt the product. A new one is a file in `scenarios/` and a line in its registry. */
export interface Scenario {
  name: string;
  /** Rows of the quality table it proves. */
  rows: string;
  /** It waits most of the time and judges no speed: it is played beside the others. */
  isCalm?: true;
  /** Why it cannot be played on this machine; null: it can. */
  findObstacle?(): string | null;
  play(stage: Stage): Promise<void>;
}
