import type { NormalisedEvent } from "#server/contracts/run-event.ts";

const SENTENCE =
  "The signal box lets many trains move and never two into the same block of track. ";

/** Events as a run has them: talk, calls and their results, about 0.6 KB each as JSON. */
export function sampleEvent(number: number): NormalisedEvent {
  const callId = `toolu_${number}`;
  switch (number % 3) {
    case 0:
      return {
        kind: "assistant_text",
        parent: null,
        payload: { text: `${number}. ${SENTENCE.repeat(4)}`, messageId: `msg_${number}` },
      };
    case 1:
      return {
        kind: "tool_call",
        parent: null,
        payload: {
          callId,
          tool: "Bash",
          input: { command: `npm run build -- --step ${number}`, description: SENTENCE },
        },
      };
    default:
      return {
        kind: "tool_result",
        parent: null,
        payload: {
          callId,
          text: SENTENCE.repeat(14),
          isError: false,
          truncatedBytes: 0,
          exitCode: 0,
        },
      };
  }
}

/** The same as the CLI writes it: one line of JSON. */
export function sampleLine(number: number): string {
  const { kind, payload } = sampleEvent(number);
  const base = { parent_tool_use_id: null, session_id: "bench", uuid: `line-${number}` };
  const say = (content: object) =>
    JSON.stringify({
      type: "assistant",
      message: {
        id: `msg_${number}`,
        type: "message",
        role: "assistant",
        model: "benchmark",
        content: [content],
        stop_reason: null,
        usage: { input_tokens: 10, output_tokens: 1 },
      },
      ...base,
    });
  if (kind === "assistant_text") return say({ type: "text", text: payload.text });
  if (kind === "tool_call") {
    return say({ type: "tool_use", id: payload.callId, name: payload.tool, input: payload.input });
  }
  if (kind !== "tool_result") throw new Error(`sample ${number}: expected no ${kind}`);
  const result = { type: "tool_result", tool_use_id: payload.callId, content: payload.text };
  return JSON.stringify({ type: "user", message: { role: "user", content: [result] }, ...base });
}
