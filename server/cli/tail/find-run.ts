import type { RunSummary } from "../../contracts/run.ts";
import { plainLine } from "../../lib/terminal-text.ts";
import type { BoardClient } from "../board-client.ts";
import { UsageError } from "../usage-error.ts";
import type { RunName } from "./parse-tail-args.ts";

const SHOWN = 5;

/** The run that was named; throws {@link UsageError} when there is none, or more than one. */
export async function findRun(board: BoardClient, name: RunName): Promise<RunSummary> {
  return name.kind === "id" ? findById(board, name.prefix) : findOfTicket(board, name);
}

async function findById(board: BoardClient, prefix: string): Promise<RunSummary> {
  const found = await board.get<RunSummary[]>(`/api/runs?id=${prefix}&limit=${SHOWN + 1}`);
  const [run] = found;
  if (!run) throw new UsageError(`run: expected one that begins with ${prefix}, found none`);
  if (found.length === 1) return run;
  const list = found.slice(0, SHOWN).map((other) => `  ${describe(other)}`);
  if (found.length > SHOWN) list.push("  …");
  throw new UsageError(
    `run: expected one that begins with ${prefix}, found several\n${list.join("\n")}`,
  );
}

async function findOfTicket(
  board: BoardClient,
  { number, project }: RunName & { kind: "ticket" },
): Promise<RunSummary> {
  const path = project === null ? "/api/runs" : `/api/projects/${project}/runs`;
  const found = await board.get<RunSummary[]>(`${path}?ticket=${number}&limit=500`);
  const [run] = found;
  if (!run) throw new UsageError(`run: expected one on ${project ?? ""}#${number}, found none`);
  const projects = [...new Set(found.map((other) => other.project))].sort();
  if (projects.length === 1) return run;
  const names = projects.map((slug) => `${slug}#${number}`).join(", ");
  throw new UsageError(`run: expected one board with runs on #${number}, found several: ${names}`);
}

/** `3fa2…  programmer on greeter#12 Greet by the time of day` */
export function describe(run: RunSummary): string {
  const where = run.ticket === null ? `on ${run.project}` : `on ${run.project}#${run.ticket}`;
  const title = run.ticketTitle === null ? "" : ` ${plainLine(run.ticketTitle)}`;
  return `${run.id}  ${plainLine(run.agent)} ${where}${title}`;
}
