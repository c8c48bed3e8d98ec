/**
 * The box: what `npm start` runs. It holds the data directory, the database server and the two
 * programs `web` and `worker`, and says where the board is. It never touches boards or runs, except
 * that a second Ctrl+C, or `--stop-runs`, asks running agents to stop.
 */
import { parseArgs } from "node:util";
import { AlreadyRunning } from "./box/instance-lock.ts";
import { hasDisplay, openBrowser } from "./box/open-browser.ts";
import { startBox } from "./box/start-box.ts";
import { waitForStop } from "./box/stop-signals.ts";
import { createTerminal } from "./box/terminal.ts";
import { watchSources } from "./box/watch-sources.ts";
import { EnvError, loadEnv } from "./env.ts";
import { describeError } from "./lib/result.ts";

const { values: flags } = parseArgs({
  options: {
    dev: { type: "boolean", default: false },
    "no-open": { type: "boolean", default: false },
    "stop-runs": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
  strict: false,
});

const stopsRuns = flags["stop-runs"] === true;
const isJson = flags.json === true;
// With --json the one line on stdout is for a program, the rest for whoever looks.
const terminal = createTerminal((text) => (isJson ? process.stderr : process.stdout).write(text));

try {
  const isDev = flags.dev === true;
  const box = await startBox({ env: loadEnv(), isDev, terminal });
  terminal.block([
    ["Signalbox", `runs at ${box.address}`],
    ["Log in", box.loginLink],
    ["", "works once, for 10 minutes; `npx signalbox link` makes another"],
    ["Data folder", box.dataDir],
    ["Stop", `Ctrl+C; agents that are at work ${stopsRuns ? "are stopped too" : "go on"}`],
  ]);
  if (isJson) {
    const { address, loginLink, dataDir } = box;
    process.stdout.write(`${JSON.stringify({ address, loginLink, dataDir, pid: process.pid })}\n`);
  }
  if (!flags["no-open"] && !isDev && !isJson && hasDisplay(process.env, process.platform)) {
    openBrowser(box.loginLink, process.platform);
  }
  if (isDev) watchSources(() => box.children.forEach((child) => child.restart()));
  await waitForStop({ ...box, say: terminal.say, stopsRuns });
  terminal.say("stopping");
  await box.stop();
  process.exit(0);
} catch (error) {
  const isExpected = error instanceof EnvError || error instanceof AlreadyRunning;
  process.stderr.write(`${isExpected ? "" : "Signalbox did not start: "}${describeError(error)}\n`);
  process.exit(1);
}
