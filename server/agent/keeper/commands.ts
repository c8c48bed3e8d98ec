/** What each control line does. */
import { controlRequestLine, controlResponseLine, userLine } from "../prompt-line.ts";
import type { Agent } from "./agent-process.ts";
import type { Clocks } from "./clocks.ts";
import type { Ending } from "./ending.ts";
import type { ControlAck, ControlLine } from "./protocol.ts";

type Outcome = Omit<ControlAck, "id">;
const OK: Outcome = { status: "ok" };
const BAD_LINE: Outcome = { status: "error", reason: "bad_line" };

/** Never throws: a line that lacks what its kind needs is answered `bad_line`. */
export function actOn(
  line: ControlLine,
  parts: { agent: Agent; ending: Ending; clocks: Clocks },
): Outcome {
  const { agent, ending, clocks } = parts;
  const write = (text: string): Outcome => {
    if (ending.isEnding()) return { status: "error", reason: "ending" };
    return agent.write(text) ? OK : { status: "error", reason: "stdin_closed" };
  };
  switch (line.kind) {
    case "ping":
      return OK;
    case "user":
      return typeof line.text === "string"
        ? write(userLine(line.id, line.text, line.priority))
        : BAD_LINE;
    case "interrupt":
      return write(controlRequestLine(line.id, { subtype: "interrupt" }));
    case "answer":
      return typeof line.requestId === "string" &&
        typeof line.response === "object" &&
        line.response
        ? write(controlResponseLine(line.requestId, line.response))
        : BAD_LINE;
    case "request":
      return typeof line.request?.subtype === "string"
        ? write(controlRequestLine(line.id, line.request))
        : BAD_LINE;
    case "clock":
      clocks.setPaused(line.state === "paused");
      return OK;
    case "end":
      ending.endOrderly("end");
      return OK;
    case "stop":
      ending.stop("stop");
      return OK;
    default:
      return BAD_LINE;
  }
}
