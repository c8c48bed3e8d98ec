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
