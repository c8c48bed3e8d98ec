import type { Scenario } from "../scenario.ts";
import { directedKills } from "./directed-kills.ts";
import { diskFull } from "./disk-full.ts";
import { gracefulShutdown } from "./graceful-shutdown.ts";
import { otherHost } from "./other-host.ts";
import { pausedWorker } from "./paused-worker.ts";
import { postgresOutage } from "./postgres-outage.ts";
import { randomKills } from "./random-kills.ts";
import { slowClient } from "./slow-client.ts";
import { soak } from "./soak.ts";

/** In this order. */
export const scenarios: readonly Scenario[] = [
  directedKills,
  randomKills,
  pausedWorker,
  otherHost,
  postgresOutage,
  diskFull,
  gracefulShutdown,
  slowClient,
  soak,
];
