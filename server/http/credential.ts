import type { IncomingHttpHeaders } from "node:http";

/** What a request brings to prove who makes it; nothing about it is checked yet. */
export type Credential =
  | { via: "cookie"; token: string }
  | { via: "bearer"; token: string }
  | { via: "basic"; user: string; token: string }
  /** An `Authorization` header that cannot be read: refused, never ignored. */
  | { via: "broken" }
  | { via: "none" };

/** Longest token anybody is given; a longer one is nobody's. */
const maxTokenLength = 512;

/** `Authorization` wins over the cookie: a script that sends both means the script. */
export function readCredential(headers: IncomingHttpHeaders, cookieName: string): Credential {
  if (headers.authorization !== undefined) return readAuthorization(headers.authorization);
  const token = readCookie(headers.cookie, cookieName);
  return token === null ? { via: "none" } : { via: "cookie", token };
}

function readAuthorization(value: string): Credential {
  const space = value.indexOf(" ");
  const scheme = value.slice(0, space).toLowerCase();
  const rest = value.slice(space + 1).trim();
  if (space <= 0 || rest === "" || rest.length > maxTokenLength * 2) return { via: "broken" };
  if (scheme === "bearer") return { via: "bearer", token: rest };
  if (scheme !== "basic") return { via: "broken" };
  const text = Buffer.from(rest, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon <= 0) return { via: "broken" };
  return { via: "basic", user: text.slice(0, colon), token: text.slice(colon + 1) };
}

/** The cookie's value; null when it is absent, empty or given twice (which one is ours?). */
export function readCookie(header: string | undefined, name: string): string | null {
  if (header === undefined) return null;
  const found = header
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  const [value] = found;
  if (found.length !== 1 || value === undefined || value === "" || value.length > maxTokenLength)
    return null;
  return value;
}

/** The cookie header without our session, for everything behind the front handler. */
export function dropCookie(header: string | undefined, name: string): string | undefined {
  const rest = header
    ?.split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "" && !part.startsWith(`${name}=`))
    .join("; ");
  return rest === "" ? undefined : rest;
}
