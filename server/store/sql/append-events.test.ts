import { expect, it } from "vitest";
import { toJsonbText } from "./append-events.ts";

it("writes ordinary text as JSON does", () => {
  const payload = { text: 'a "quoted" \\ line\nand 🚂', list: [1, null, true] };
  expect(toJsonbText(payload)).toBe(JSON.stringify(payload));
});

it("turns NUL and lone surrogates into visible escapes, however deep", () => {
  const text = toJsonbText({ a: "x\0y", b: [{ c: "\ud83d alone", d: "whole 🚂" }] });
  expect(JSON.parse(text)).toEqual({
    a: "x\\u0000y",
    b: [{ c: "\\ud83d alone", d: "whole 🚂" }],
  });
  expect(JSON.parse(toJsonbText({ low: "\udc00", high: "\udbff" }))).toEqual({
    low: "\\udc00",
    high: "\\udbff",
  });
});

it("leaves text alone that only looks like such an escape", () => {
  const payload = { text: "the escape \\u0000 and \\ud800 as text" };
  expect(JSON.parse(toJsonbText(payload))).toEqual(payload);
});
