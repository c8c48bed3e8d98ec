import { runEventPayloadSchemas } from "../../contracts/run-event.ts";
import type { NormalisedEvent, RunEvent } from "../../contracts/run-event.ts";
import type { RunDetail } from "../../contracts/run.ts";
import { plainLine } from "../../lib/terminal-text.ts";
import { duration, money, timeOfDay } from "./amounts.ts";
import { tellEvent } from "./event-blocks.ts";
import type { Block, BlockContext } from "./event-blocks.ts";
import { createToolTeller } from "./tool-blocks.ts";
import { cutToWidth, displayWidth, wrapLine } from "./wrap.ts";

/** Narrower than this there is no room for the time of day. */
const MIN_WIDTH_WITH_TIME = 60;

export type RenderOptions = BlockContext & {
  /** Columns as they are now; 0: lines are never broken. */
  width(): number;
};

export type EventRenderer = {
  /** Lines that this event adds; none for what is told later or not at all. */
  push(event: RunEvent): string[];
  /** Nothing came for a while: what is under way is said. */
  idle(): string[];
  end(run: RunDetail): string[];
};

/** The same events give the same lines, however they arrive: what was printed is never changed. */
export function createEventRenderer(options: RenderOptions): EventRenderer {
  const { paint } = options;
  const tools = createToolTeller(options);

  const layOut = (block: Block, at: string, parent: string | null): string[] => {
    const width = options.width();
    const hasTime = width === 0 || width >= MIN_WIDTH_WITH_TIME;
    const time = hasTime ? `${paint("dim", timeOfDay(at))} ` : "";
    const nested = parent === null ? "" : "  ";
    const first = `${time}${nested}${block.mark} `;
    const below = " ".repeat(displayWidth(first));
    const room = width === 0 ? 0 : Math.max(10, width - below.length);
    return block.lines
      .flatMap((line) => wrapLine(line.replaceAll("\t", "    "), room))
      .map((line, index) => ((index === 0 ? first : below) + line).trimEnd());
  };
  const waiting = (exceptCallId: string | null = null): string[] =>
    tools.flush(exceptCallId).flatMap(({ block, at, parent }) => layOut(block, at, parent));

  const tell = (event: NormalisedEvent, at: string): Block | null => {
    switch (event.kind) {
      case "tool_call":
        tools.call(event.payload, at, event.parent);
        return null;
      case "tool_result":
        return tools.result(event.payload, at);
      case "permission_denied":
        return tools.denied(event.payload);
      default:
        return tellEvent(event.kind, event.payload as never, options);
    }
  };

  return {
    push(event) {
      const parent = event.parent ?? null;
      const known = parse(event);
      const lines = known && isTold(known) ? waiting(callOf(known)) : [];
      const block = known
        ? tell(known, event.at)
        : { mark: paint("dim", "·"), lines: [paint("dim", cutToWidth(odd(event), 200))] };
      return block === null || block.lines.length === 0
        ? lines
        : [...lines, ...layOut(block, event.at, parent)];
    },
    idle: () => waiting(),
    end(run) {
      const lines = waiting();
      const isGood = run.outcome === "completed";
      const word = run.state === "ended" ? (run.outcome ?? "ended") : run.state;
      const facts = [money(run.costUsd, run.isCostEstimated), `${run.turns} turns`];
      if (run.startedAt !== null && run.endedAt !== null) {
        facts.push(duration(Date.parse(run.endedAt) - Date.parse(run.startedAt)));
      }
      const hue = run.state !== "ended" ? "blue" : isGood ? "green" : "red";
      const block: Block = {
        mark: paint(hue, "■"),
        lines: [paint("bold", plainLine(word)) + ` · ${facts.join(" · ")}`],
      };
      if (run.stoppedBy !== null) block.lines.push(`stopped by ${plainLine(run.stoppedBy)}`);
      if (run.error !== null && !isGood) block.lines.push(plainLine(run.error));
      return [...lines, ...layOut(block, run.endedAt ?? run.createdAt, null)];
    },
  };
}

/** Null for an event of a shape this program does not know. */
function parse(event: RunEvent): NormalisedEvent | null {
  const parsed = runEventPayloadSchemas[event.kind]?.safeParse(event.payload);
  if (!parsed?.success) return null;
  return {
    kind: event.kind,
    parent: event.parent ?? null,
    payload: parsed.data,
  } as NormalisedEvent;
}

/** Whether a call that waits is told before this event: not for what nobody sees. */
function isTold(event: NormalisedEvent): boolean {
  return !["usage", "status", "tool_call", "todo"].includes(event.kind);
}

function callOf(event: NormalisedEvent): string | null {
  return event.kind === "tool_result" ? event.payload.callId : null;
}

function odd(event: RunEvent): string {
  return plainLine(`(${event.kind}) ${JSON.stringify(event.payload)}`);
}
