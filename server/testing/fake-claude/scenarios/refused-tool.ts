import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "refused-tool",
  about: "is refused a tool and ends well without it",
  shows: "A good end that says what it was not allowed to do.",
  outcome: "completed",
  async play(turn) {
    await turn.say("I look the answer up.");
    const input = { url: "https://example.com/" };
    const callId = turn.stage.call("WebFetch", input);
    const message = "Claude requested permissions to use WebFetch, but you haven't granted it yet.";
    turn.emit({
      type: "system",
      subtype: "permission_denied",
      tool_name: "WebFetch",
      tool_use_id: callId,
      decision_reason_type: "rule",
      message,
    });
    turn.stage.result(callId, message, { isError: true });
    await turn.say("I was not allowed to look, so I answer from memory.");
    turn.finish({
      permission_denials: [{ tool_name: "WebFetch", tool_use_id: callId, tool_input: input }],
    });
  },
};
