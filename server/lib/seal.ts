/**
 * How the front handler tells Next's side who makes a request: a value in a header, signed with a key
 * that only this process knows. A header without that signature counts as absent.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

function sealKey(): string {
  const key = process.env["SIGNALBOX_SEAL_KEY"];
  if (!key || key.length < 32) {
    throw new Error(
      "SIGNALBOX_SEAL_KEY: expected at least 32 characters made at start, found none",
    );
  }
  return key;
}

function sign(body: string): Buffer {
  return createHmac("sha256", sealKey()).update(body).digest();
}

/** `value` as JSON with its signature, safe as a header's value. */
export function seal(value: unknown): string {
  const body = Buffer.from(JSON.stringify(value), "utf8").toString("base64url");
  return `${body}.${sign(body).toString("base64url")}`;
}

/** The sealed value, or null for text that this process did not seal. */
export function unseal(text: string): unknown {
  const dot = text.indexOf(".");
  if (dot <= 0) return null;
  const body = text.slice(0, dot);
  const given = Buffer.from(text.slice(dot + 1), "base64url");
  const expected = sign(body);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
    return value;
  } catch {
    return null;
  }
}
