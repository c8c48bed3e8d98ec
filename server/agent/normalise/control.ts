/** `control_*` lines: the CLI asks us, or answers what we asked. */
import type { NormalisedEvent, RunEventPayload } from "#server/contracts/run-event.ts";
import { cutText, sanitise } from "../sanitise.ts";
import { asList, asRecord, textOf, textOrNull } from "./fields.ts";
import type { JsonRecord } from "./fields.ts";
import type { LineFacts, NormalisedLine } from "./shapes.ts";

const MAX_INPUT_CHARS = 256 * 1024;

export function normaliseControl(type: string, line: JsonRecord): NormalisedLine {
  const { event, facts } = readControl(type, line);
  return { events: event ? [event] : [], partial: null, liveUsage: null, facts, overflow: [] };
}

type Read = { event: NormalisedEvent | null; facts: LineFacts };

function readControl(type: string, line: JsonRecord): Read {
  if (type === "control_request") return readRequest(line);
  if (type === "control_cancel_request") {
    const requestId = textOf(line["request_id"]);
    return {
      event: note("control_cancel_request", "The agent withdrew its question.", { requestId }),
      facts: { cancelledRequestId: requestId },
    };
  }
  const response = asRecord(line["response"]) ?? {};
  const requestId = textOf(response["request_id"]);
  const error = response["subtype"] === "error" ? textOf(response["error"]) || "refused" : null;
  return {
    event: note("control_response", error ? cutText(error, 2_000) : "accepted", { requestId }),
    facts: { controlResponse: { requestId, error } },
  };
}

function readRequest(line: JsonRecord): Read {
  const request = asRecord(line["request"]) ?? {};
  if (request["subtype"] !== "can_use_tool") return { event: null, facts: {} };
  const requestId = textOf(line["request_id"]);
  const callId = textOrNull(request["tool_use_id"]);
  const tool = textOf(request["tool_name"]);
  // As it came: an answer must hand the same input back.
  const input = asRecord(request["input"]) ?? {};
  const suggestions = asList(request["permission_suggestions"]);
  const facts: LineFacts = { request: { requestId, callId, tool, input, suggestions } };
  const parent = textOrNull(line["parent_tool_use_id"]);
  const questions = tool === "AskUserQuestion" ? questionsOf(input) : [];
  if (questions.length > 0) {
    return {
      event: { kind: "question", parent, payload: { requestId, callId, questions } },
      facts,
    };
  }
  const payload: RunEventPayload<"permission_request"> = {
    requestId,
    callId,
    tool,
    input: sanitise(input, MAX_INPUT_CHARS),
    isPlan: tool === "ExitPlanMode",
    decidedBy: "person",
  };
  return { event: { kind: "permission_request", parent, payload }, facts };
}

type Question = RunEventPayload<"question">["questions"][number];

function questionsOf(input: JsonRecord): Question[] {
  return asList(input["questions"]).flatMap((item): Question[] => {
    const question = asRecord(item);
    const text = textOf(question?.["question"]);
    if (!question || text === "") return [];
    return [
      {
        question: cutText(text, 20_000),
        header: textOf(question["header"]),
        multiSelect: question["multiSelect"] === true,
        options: asList(question["options"]).flatMap((entry) => {
          const option = asRecord(entry);
          const label = option ? textOf(option["label"]) : textOf(entry);
          if (label === "") return [];
          return [{ label, description: textOf(option?.["description"]) }];
        }),
      },
    ];
  });
}

function note(code: string, text: string, rest: Record<string, unknown>): NormalisedEvent {
  return { kind: "status", parent: null, payload: { text, code, ...rest } };
}
