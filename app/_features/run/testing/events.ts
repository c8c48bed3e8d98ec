import type { RunEvent, RunEventKind } from "#server/contracts/run-event.ts";

const start = Date.parse("2026-01-05T09:00:00.000Z");

/** Numbers a list of [kind, payload, parent?] into run events, one second apart, seq from `first`. */
export function numbered(
  list: readonly (readonly [RunEventKind, Record<string, unknown>, (string | null)?])[],
  first = 1,
): RunEvent[] {
  return list.map(([kind, payload, parent], index) => ({
    seq: first + index,
    at: new Date(start + (first + index) * 1000).toISOString(),
    kind,
    parent: parent ?? null,
    payload,
  }));
}

export const call = (
  callId: string,
  tool: string,
  input: unknown = {},
): Record<string, unknown> => ({
  callId,
  tool,
  input,
});

export const result = (callId: string, text = "ok", isError = false): Record<string, unknown> => ({
  callId,
  text,
  isError,
  truncatedBytes: 0,
  exitCode: null,
});
