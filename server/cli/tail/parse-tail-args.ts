import { parseArgs } from "node:util";
import { UsageError } from "../usage-error.ts";

export type RunName =
  /** An id or its beginning. */
  | { kind: "id"; prefix: string }
  /** The newest run of a ticket, of a project where several boards have that number. */
  | { kind: "ticket"; number: number; project: string | null };

export type TailArgs = {
  run: RunName;
  /** Goes on until the run has ended. */
  isFollowing: boolean;
  /** First event to show, from 1. */
  from: number;
  hasColour: boolean;
  isJson: boolean;
  /** Seconds to stay after the end: for a window that would close. */
  lingerSeconds: number;
};

export const TAIL_USAGE = `signalbox tail RUN [--from N] [--no-follow] [--no-color] [--json]
  RUN   a run's id, its first characters (4 or more), or #TICKET, PROJECT#TICKET for the newest run there`;

/** Throws {@link UsageError} naming what is wrong. */
export function parseTailArgs(args: string[]): TailArgs {
  const { values, positionals } = parse(args);
  const [name, ...more] = positionals;
  if (name === undefined) throw new UsageError(`expected a run, found none\n${TAIL_USAGE}`);
  if (more.length > 0) {
    throw new UsageError(`expected one run, found ${positionals.length}\n${TAIL_USAGE}`);
  }
  return {
    run: parseRunName(name),
    isFollowing: !values["no-follow"],
    from: wholeNumber("--from", values.from ?? "1", 1),
    hasColour: !values["no-color"],
    isJson: values.json ?? false,
    lingerSeconds: wholeNumber("--linger", values.linger ?? "0", 0),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: "boolean" },
        // The default; named so that it can be said.
        follow: { type: "boolean" },
        "no-follow": { type: "boolean" },
        "no-color": { type: "boolean" },
        from: { type: "string" },
        linger: { type: "string" },
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${reason}\n${TAIL_USAGE}`);
  }
}

function parseRunName(name: string): RunName {
  const ticket = /^([a-z0-9][a-z0-9-]*)?#(\d{1,9})$/.exec(name);
  if (ticket) {
    return { kind: "ticket", number: Number(ticket[2]), project: ticket[1] ?? null };
  }
  if (/^[0-9a-f]{4,32}$/.test(name)) return { kind: "id", prefix: name };
  throw new UsageError(`run: expected an id, its beginning or #TICKET, found "${name}"`);
}

function wholeNumber(name: string, text: string, min: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= min) return Number(text);
  throw new UsageError(`${name}: expected a whole number from ${min}, found "${text}"`);
}
