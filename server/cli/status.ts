import { readHealth } from "../box/health.ts";
import type { CommandContext } from "./context.ts";
import { findRunningBox } from "./running-box.ts";

/** Exit code 0: runs and is healthy; 1: it is not; 3: it does not run. */
export async function status({ isJson, readEnv }: CommandContext): Promise<number> {
  const env = readEnv();
  const box = await findRunningBox(env);
  const health = box?.address ? await readHealth(box.address) : null;
  if (isJson) {
    const report = { isRunning: box !== null, ...box, isHealthy: health?.isHealthy ?? false };
    process.stdout.write(`${JSON.stringify({ ...report, dataDir: env.dataDir })}\n`);
  } else if (!box) {
    process.stdout.write(`not running (data folder ${env.dataDir})\n`);
  } else {
    const state = health?.isHealthy ? "healthy" : `not healthy: ${health?.detail ?? "starting"}`;
    process.stdout.write(
      `running at ${box.address ?? "an address not known yet"}, ${state}\nprocess ${box.pid}, since ${box.startedAt}, data folder ${env.dataDir}\n`,
    );
  }
  if (!box) return 3;
  return health?.isHealthy ? 0 : 1;
}
