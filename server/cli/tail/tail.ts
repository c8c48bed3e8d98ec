import type { RunDetail } from "../../contracts/run.ts";
import { localAddress } from "../../box/address.ts";
import type { Env } from "../../env.ts";
import { sleep } from "../../lib/abort.ts";
import { readWebAddress } from "../../lib/web-address.ts";
import { BoardAway, createBoardClient } from "../board-client.ts";
import type { BoardClient } from "../board-client.ts";
import type { CommandContext } from "../context.ts";
import { describe, findRun } from "./find-run.ts";
import { followRun, readRunPatiently } from "./follow-run.ts";
import type { FollowOptions } from "./follow-run.ts";
import { createPaint } from "./paint.ts";
import { parseTailArgs } from "./parse-tail-args.ts";
import type { TailArgs } from "./parse-tail-args.ts";
import { createEventRenderer } from "./render-events.ts";

/** Nothing came for this long: calls under way are shown. */
const IDLE_MS = 1_000;
const LOOK_AGAIN_MS = 500;

/**
 * Prints a run as it goes, and ends with it: exit code 0 when it completed, 1 for any other end, 2 when
 * asked wrongly. Reads only: leaving it, however, changes nothing about the run.
 */
export async function tail(context: CommandContext): Promise<number> {
  const args = parseTailArgs(context.args);
  const env = context.readEnv();
  const board = createBoardClient(env);
  const found = await findPatiently(board, args, env);
  // A reader that has enough (`| head`) is no fault.
  process.stdout.on("error", (error: NodeJS.ErrnoException) =>
    process.exit(error.code === "EPIPE" ? 0 : 1),
  );
  const options: FollowOptions = {
    board,
    path: `/api/projects/${found.project}/runs/${found.id}`,
    after: args.from - 1,
    isFollowing: args.isFollowing,
    onConnection: (isThere) =>
      process.stderr.write(isThere ? "the board is back\n" : "the board is away; waiting for it\n"),
  };
  const run = args.isJson
    ? await printJson(options)
    : await printText(options, args, describe(found), await ticketAddress(env, found));
  if (args.lingerSeconds > 0) await linger(args.lingerSeconds);
  if (run.state !== "ended") return 0;
  return run.outcome === "completed" ? 0 : 1;
}

/** A window opens with its run, whatever web is doing at that moment; a person is told at once. */
async function findPatiently(
  board: BoardClient,
  args: TailArgs,
  env: Env,
): Promise<Awaited<ReturnType<typeof findRun>>> {
  const deadlineMs = performance.now() + args.lingerSeconds * 1_000;
  for (;;) {
    try {
      return await findRun(board, args.run);
    } catch (error) {
      if (!(error instanceof BoardAway)) throw error;
      if (performance.now() >= deadlineMs) {
        throw new Error(`nothing runs in ${env.dataDir}; start the board with \`npm start\``, {
          cause: error,
        });
      }
      await sleep(LOOK_AGAIN_MS);
    }
  }
}

async function printText(
  options: FollowOptions,
  args: TailArgs,
  title: string,
  answerAt: string,
): Promise<RunDetail> {
  const { stdout } = process;
  const hasColour =
    args.hasColour && stdout.isTTY && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb";
  const paint = createPaint(hasColour);
  const renderer = createEventRenderer({
    paint,
    hasColour,
    answerAt,
    width: () => (stdout.isTTY ? stdout.columns : 0),
  });
  const print = (lines: string[]): void => {
    if (lines.length > 0) stdout.write(`${lines.join("\n")}\n`);
  };
  print([paint("dim", title)]);
  let idle: NodeJS.Timeout | undefined;
  for await (const event of followRun(options)) {
    clearTimeout(idle);
    print(renderer.push(event));
    idle = setTimeout(() => print(renderer.idle()), IDLE_MS);
  }
  clearTimeout(idle);
  const run = await readRunPatiently(options);
  print(renderer.end(run));
  return run;
}

async function printJson(options: FollowOptions): Promise<RunDetail> {
  for await (const event of followRun(options)) process.stdout.write(jsonLine(event));
  const run = await readRunPatiently(options);
  const { id, project, ticket, agent, state, outcome, verdict, costUsd, isCostEstimated } = run;
  const { turns, startedAt, endedAt, stoppedBy, error } = run;
  const end = { id, project, ticket, agent, state, outcome, verdict, costUsd, isCostEstimated };
  process.stdout.write(jsonLine({ run: { ...end, turns, startedAt, endedAt, stoppedBy, error } }));
  return run;
}

/** JSON escapes what stands below the space; the 8-bit control characters it leaves are escaped here. */
function jsonLine(value: unknown): string {
  const text = JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${text}\n`;
}

async function ticketAddress(
  env: Env,
  { project, ticket }: Pick<RunDetail, "project" | "ticket">,
): Promise<string> {
  const base =
    env.publicUrl?.replace(/\/$/, "") ??
    (await readWebAddress(env.dataDir)) ??
    localAddress(env.host, env.port);
  return ticket === null ? `${base}/p/${project}` : `${base}/p/${project}/t/${ticket}`;
}

async function linger(seconds: number): Promise<void> {
  const minutes = Math.max(1, Math.round(seconds / 60));
  process.stdout.write(`this window closes in ${minutes} min; Ctrl+C closes it now\n`);
  await sleep(seconds * 1_000);
}
