/** Lines for the CLI's stdin (`--input-format stream-json`). Node built-ins only: the keeper uses it. */

/**
 * A user message. `id` becomes the `uuid` that the CLI repeats when it consumes the line, which
 * proves the delivery. `now` ends the turn after the running tool.
 */
export function userLine(id: string, text: string, priority?: "now" | "next"): string {
  const line = {
    type: "user",
    message: { role: "user", content: text },
    parent_tool_use_id: null,
    session_id: "",
    uuid: id,
    ...(priority === "now" ? { priority } : {}),
  };
  return `${JSON.stringify(line)}\n`;
}

/** A control request such as `{subtype: "interrupt"}`. */
export function controlRequestLine(
  requestId: string,
  request: { subtype: string } & Record<string, unknown>,
): string {
  return `${JSON.stringify({ type: "control_request", request_id: requestId, request })}\n`;
}

/** The answer to a `can_use_tool` request of the CLI. */
export function controlResponseLine(requestId: string, response: Record<string, unknown>): string {
  const line = {
    type: "control_response",
    response: { subtype: "success", request_id: requestId, response },
  };
  return `${JSON.stringify(line)}\n`;
}
