/** `result` lines: the end of a turn. */
import type { RunEventPayload } from "#server/contracts/run-event.ts";
import { cutText } from "../sanitise.ts";
import {
  asList,
  asRecord,
  numberOf,
  numberOrNull,
  parentOf,
  textOf,
  textOrNull,
  usageOf,
} from "./fields.ts";
import type { JsonRecord } from "./fields.ts";
import type { LineFacts, NormalisedLine, NormaliserState } from "./shapes.ts";

export function normaliseResult(line: JsonRecord, state: NormaliserState): NormalisedLine {
  state.isTurnOpen = false;
  state.openCalls.clear();
  const text = textOrNull(line["result"]);
  const denials = asList(line["permission_denials"]);
  const payload: RunEventPayload<"result"> = {
    subtype: textOf(line["subtype"]),
    isError: line["is_error"] === true,
    text: text === null ? null : cutText(text),
    errors: asList(line["errors"]).map((item) => cutText(textOf(item), 10_000)),
    terminalReason: textOrNull(line["terminal_reason"]),
    apiErrorStatus: numberOrNull(line["api_error_status"]),
    turns: numberOf(line["num_turns"]),
    durationMs: numberOf(line["duration_ms"]),
    queuedTurns: numberOf(line["queued_turn_count"]),
    totalCostUsd: numberOrNull(line["total_cost_usd"]),
    costSinceLastUsd: sumOfCosts(line["model_usage_since_last_result"]),
    usage: usageOf(line["usage"]),
    contextTokens: state.contextTokens,
    modelUsage: modelUsage(line["modelUsage"]),
    deniedTools: [...new Set(denials.map((item) => textOf(asRecord(item)?.["tool_name"])))],
    permissionDenials: denials.length,
  };
  const facts: LineFacts = { result: payload };
  const sessionId = textOrNull(line["session_id"]);
  if (sessionId) facts.sessionId = sessionId;
  return {
    events: [{ kind: "result", parent: parentOf(line), payload }],
    partial: null,
    liveUsage: null,
    facts,
    overflow: [],
  };
}

/** Null when the field is missing or names no cost. */
function sumOfCosts(value: unknown): number | null {
  const models = asRecord(value);
  if (!models) return null;
  const costs = Object.values(models).map((entry) => numberOrNull(asRecord(entry)?.["costUSD"]));
  if (costs.some((cost) => cost === null)) return null;
  return costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
}

function modelUsage(value: unknown): RunEventPayload<"result">["modelUsage"] {
  return Object.fromEntries(
    Object.entries(asRecord(value) ?? {}).map(([model, entry]) => {
      const usage = asRecord(entry) ?? {};
      return [
        textOf(model),
        {
          costUsd: numberOrNull(usage["costUSD"]),
          inputTokens: numberOf(usage["inputTokens"]),
          outputTokens: numberOf(usage["outputTokens"]),
          cacheReadTokens: numberOf(usage["cacheReadInputTokens"]),
          cacheWriteTokens: numberOf(usage["cacheCreationInputTokens"]),
          contextWindow: numberOrNull(usage["contextWindow"]),
        },
      ];
    }),
  );
}
