import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runEventPayloadSchemas } from "#server/contracts/run-event.ts";
import { createNormaliser } from "../normalise.ts";

const push = (value: unknown, normaliser = createNormaliser()) =>
  normaliser.push(typeof value === "string" ? value : JSON.stringify(value));
const kinds = (value: unknown) => push(value).events.map((event) => event.kind);
const assistant = (...content: unknown[]) => ({
  type: "assistant",
  message: {
    id: "msg_1",
    model: "claude-x",
    content,
    usage: { input_tokens: 100, output_tokens: 1, cache_read_input_tokens: 50 },
  },
  parent_tool_use_id: null,
  session_id: "s",
});

/** Strings Postgres would refuse, keys among them. */
function findUnstorable(value: unknown): string[] {
  if (typeof value === "string")
    return value.includes("\0") || !value.isWellFormed() ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    ...findUnstorable(key),
    ...findUnstorable(item),
  ]);
}

describe("hostile lines", () => {
  it("escapes NUL and lone surrogates everywhere", () => {
    const line = '{"type":"x\\u0000","\\ud800key":{"a":["\\u0000","ok \\ud83d\\ude00"]}}';
    const text = JSON.stringify(push(line).events);
    expect(findUnstorable(push(line).events)).toEqual([]);
    expect(JSON.parse(text)).toEqual([
      {
        kind: "unknown",
        parent: null,
        payload: {
          type: "x\\u0000",
          raw: { type: "x\\u0000", "\\ud800key": { a: ["\\u0000", "ok 😀"] } },
        },
      },
    ]);
  });

  it("survives a nesting deeper than any stack and a key named __proto__", () => {
    const deep = `{"type":"x","a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    expect(kinds(deep)).toEqual(["unknown"]);
    const { events } = push('{"type":"x","__proto__":{"polluted":true}}');
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(JSON.stringify(events)).toContain("__proto__");
  });

  it("drops base64 images out of unknown events and tool input", () => {
    const source = { type: "base64", media_type: "image/png", data: "A".repeat(100_000) };
    expect(JSON.stringify(push({ type: "new", source }).events).length).toBeLessThan(500);
    expect(
      JSON.stringify(
        push(assistant({ type: "tool_use", id: "t", name: "X", input: { source } })).events,
      ).length,
    ).toBeLessThan(500);
  });

  it("never throws, gives storable events for every line, and survives JSON twice", () => {
    const normaliser = createNormaliser();
    const interesting = fc.constantFrom(
      "system",
      "assistant",
      "user",
      "result",
      "stream_event",
      "control_request",
      "control_response",
      "rate_limit_event",
      "tool_progress",
    );
    const field = fc.constantFrom(
      "type",
      "subtype",
      "message",
      "content",
      "event",
      "request",
      "response",
      "index",
      "usage",
      "delta",
      "permission_denials",
      "modelUsage",
      "rate_limit_info",
    );
    const shaped = fc
      .tuple(interesting, fc.dictionary(field, fc.jsonValue()))
      .map(([type, rest]) => ({ ...rest, type }));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), shaped, fc.string({ unit: "binary" })), (value) => {
        const text = typeof value === "string" ? value : JSON.stringify(value);
        const { events } = normaliser.push(text);
        expect(findUnstorable(events)).toEqual([]);
        const isStream =
          typeof value === "object" &&
          value !== null &&
          "type" in value &&
          value.type === "stream_event";
        if (text.trim() !== "" && !isStream) expect(events.length).toBeGreaterThan(0);
        for (const event of events) runEventPayloadSchemas[event.kind].parse(event.payload);
      }),
      { numRuns: 2_000 },
    );
  });
});
