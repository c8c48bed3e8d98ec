import type { RunEventPayload } from "../../contracts/run-event.ts";
import { plainLine } from "../../lib/terminal-text.ts";
import { duration } from "./amounts.ts";
import type { Block, BlockContext } from "./event-blocks.ts";
import { editLines, outputLines, toolName, toolSubject } from "./tool-text.ts";

type Call = {
  payload: RunEventPayload<"tool_call">;
  at: string;
  parent: string | null;
  isTold: boolean;
};

/** A block with the call of the sub-agent it belongs to. */
export type ToolBlock = { at: string; parent: string | null; block: Block };

/** What is told elsewhere: the list itself, the question itself. */
const SILENT = new Set(["TodoWrite", "AskUserQuestion", "ExitPlanMode"]);

/**
 * A call and its result are one line: the call is held until its result follows. Where something else
 * comes first, or nothing for a while, the call is told as one that is under way.
 */
export function createToolTeller(context: BlockContext) {
  const calls = new Map<string, Call>();
  const { paint } = context;

  const title = ({ tool, input }: RunEventPayload<"tool_call">): string =>
    [paint("bold", toolName(tool)), toolSubject(tool, input)].filter(Boolean).join(" ");

  return {
    /** Calls that wait are told as under way, all but the one whose result comes now. */
    flush(exceptCallId: string | null = null): ToolBlock[] {
      const told: ToolBlock[] = [];
      for (const [callId, call] of calls) {
        if (call.isTold || callId === exceptCallId) continue;
        call.isTold = true;
        const block = { mark: paint("blue", "…"), lines: [title(call.payload)] };
        told.push({ at: call.at, parent: call.parent, block });
      }
      return told;
    },
    call(payload: RunEventPayload<"tool_call">, at: string, parent: string | null): void {
      calls.set(payload.callId, { payload, at, parent, isTold: SILENT.has(payload.tool) });
    },
    result(payload: RunEventPayload<"tool_result">, at: string): Block | null {
      const call = calls.get(payload.callId);
      calls.delete(payload.callId);
      if (call && SILENT.has(call.payload.tool) && !payload.isError) return null;
      const tookMs = call ? Date.parse(at) - Date.parse(call.at) : 0;
      const facts = [
        payload.exitCode === null || payload.exitCode === 0 ? null : `exit ${payload.exitCode}`,
        call ? duration(tookMs) : null,
      ].filter(Boolean);
      const name = call ? title(call.payload) : paint("bold", "result");
      const line = name + paint("dim", ` (${facts.join(", ")})`);
      if (payload.isError) {
        const said = outputLines(payload.text, context.hasColour);
        return { mark: paint("red", "✗"), lines: [line, ...said] };
      }
      const changed = call ? editLines(call.payload.input, paint) : [];
      return { mark: paint("green", "✓"), lines: [line, ...changed] };
    },
    denied(payload: RunEventPayload<"permission_denied">): Block {
      const what = `not allowed: ${toolName(payload.tool)}`;
      return {
        mark: paint("amber", "✗"),
        lines: [paint("amber", what), plainLine(payload.message)],
      };
    },
  };
}
