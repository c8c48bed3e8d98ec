import { describe, expect, it } from "vitest";
import { createNormaliser } from "./normalise.ts";
import { createRedactor, REDACTED } from "#server/lib/redact.ts";

const TOKEN = "sbx-Run_Token-4f9a27c1d";
const redactor = createRedactor([TOKEN, "short", 'pass"word\\1']);

describe("redactor", () => {
  it("finds a value at every position of a line, plain and escaped", () => {
    const around = "before and after";
    for (let at = 0; at <= around.length; at += 1) {
      const text = around.slice(0, at) + TOKEN + around.slice(at);
      expect(redactor.text(text)).not.toContain(TOKEN);
      const plain = JSON.stringify({ a: [text], [text]: 1 });
      const escaped = plain.replaceAll("-", "\\u002d").replaceAll("_", "\\u005F");
      for (const line of [plain, escaped]) {
        const safe = redactor.line(line);
        expect(safe).not.toContain(TOKEN);
        expect(JSON.stringify(JSON.parse(safe))).not.toContain(TOKEN);
        expect(JSON.stringify(JSON.parse(safe))).toContain(REDACTED);
      }
    }
  });

  it("shows no part of a value while its text is being written, wherever it is cut", () => {
    const text = `the token is ${TOKEN} and that is all`;
    for (let end = 0; end <= text.length; end += 1) {
      const shown = redactor.partial(text.slice(0, end));
      expect(shown).not.toContain(TOKEN.slice(0, 2));
    }
    expect(redactor.partial(text)).toBe(`the token is ${REDACTED} and that is all`);
  });

  it.each([
    "sk-ant-api03-AAAAbbbbCCCC_dddd-eeee",
    "ghp_abcdefghijklmnopqrstuvwxyz012345",
    "github_pat_11ABCDEFG0123456789_abcdefghij",
    "AKIAIOSFODNN7EXAMPLE",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc\n-----END RSA PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nMIIEow",
  ])("knows the shape of %s", (secret) => {
    expect(redactor.text(`x ${secret} y`)).not.toContain(secret.slice(0, 24));
    const safe = redactor.line(JSON.stringify({ text: `x ${secret}` }));
    expect((JSON.parse(safe) as { text: string }).text).toBe(`x ${REDACTED}`);
    for (let end = 1; end < secret.length; end += 1) {
      const shown = redactor.partial(`x ${secret.slice(0, end)}`);
      expect(shown).not.toContain(secret.slice(0, 12));
    }
  });

  it("takes the password out of a database URL and leaves the rest readable", () => {
    expect(redactor.text("postgres://app:hunter22@db:5432/x")).toBe(
      `postgres://app:${REDACTED}@db:5432/x`,
    );
    expect(redactor.partial("postgres://app:hunt")).toBe("");
  });

  it("handles values with quotes and backslashes inside JSON", () => {
    const safe = redactor.line(JSON.stringify({ a: 'x pass"word\\1 y' }));
    expect(JSON.parse(safe)).toEqual({ a: `x ${REDACTED} y` });
  });

  it("redacts lines that are no JSON, escaped or not", () => {
    expect(redactor.line(`{"broken": "${TOKEN}`)).toBe(`{"broken": "${REDACTED}`);
    expect(redactor.line(`{"broken": "${TOKEN.replaceAll("-", "\\u002d")}`)).not.toContain(
      "4f9a27c1d",
    );
  });

  it("leaves other lines untouched, byte for byte", () => {
    const line = '{"b":1,  "a":"short is fine \\u001b[1m"}';
    expect(JSON.parse(redactor.line(line))).toEqual(JSON.parse(line));
    const plain = '{"b":1,  "a":"nothing here"}';
    expect(redactor.line(plain)).toBe(plain);
  });

  it("keeps the secret out of every event when it stands before the normaliser", () => {
    const normaliser = createNormaliser();
    const line = JSON.stringify({
      type: "assistant",
      message: {
        id: "m",
        content: [
          {
            type: "tool_use",
            id: "t",
            name: "Bash",
            input: { command: `curl -H "Authorization: Bearer ${TOKEN}"` },
          },
        ],
      },
    });
    expect(JSON.stringify(normaliser.push(redactor.line(line)))).not.toContain(TOKEN);
  });
});
