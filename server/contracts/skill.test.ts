import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agentSlugSchema } from "./skill.ts";

describe("agentSlugSchema (S-13)", () => {
  it("takes exactly lower-case names of 1 to 63 that nobody else has (10 000 names)", () => {
    const almost = fc.stringMatching(/^[a-z0-9-]{0,70}$/);
    const spoiled = fc
      .tuple(
        fc.stringMatching(/^[a-z0-9-]{1,20}$/),
        fc.nat(20),
        fc.string({ unit: "binary", maxLength: 2 }),
      )
      .map(([name, at, text]) => name.slice(0, at) + text + name.slice(at));
    fc.assert(
      fc.property(fc.oneof(almost, spoiled, fc.string({ unit: "binary" })), (name) => {
        const codes = [...name].map((letter) => letter.codePointAt(0) ?? 0);
        const isPlain = codes.every(
          (code) => (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45,
        );
        const isGood =
          isPlain &&
          name.length >= 1 &&
          name.length <= 63 &&
          !name.startsWith("-") &&
          !["owner", "system", "automation"].includes(name);
        expect(agentSlugSchema.safeParse(name).success).toBe(isGood);
      }),
      { numRuns: 10_000 },
    );
  });

  it.each([
    ".git",
    ".claude",
    "node_modules",
    "..",
    "a/b",
    "a\\b",
    "A",
    "a.md",
    "owner",
    "system",
    "automation",
    "",
    "-a",
    "a\n",
    "x".repeat(64),
  ])("refuses %j", (name) => {
    expect(agentSlugSchema.safeParse(name).success).toBe(false);
  });

  it.each(["programmer", "qa-tester", "0", "x".repeat(63), "a-", "owner-2"])("takes %j", (name) => {
    expect(agentSlugSchema.safeParse(name).success).toBe(true);
  });
});
