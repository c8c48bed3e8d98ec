import type { IncomingHttpHeaders } from "node:http";
import { dropCookie } from "./credential.ts";

/** Headers that only this server sets, or that steer Next and must not come from outside. */
const ownHeader = /^(?:x-signalbox-|x-middleware-|x-invoke-|x-forwarded-|x-now-|x-vercel-)/;
const ownNames = new Set([
  "x-request-id",
  "x-nonce",
  "x-matched-path",
  "content-security-policy",
  "content-security-policy-report-only",
  "forwarded",
  "next-resume",
  "authorization",
  "transfer-encoding",
  "expect",
]);

export type Forwarded = {
  requestId: string;
  policy: string;
  sealedActor: string | null;
  cookieName: string;
  bodyBytes: number;
};

/**
 * The headers that go on to Next: what the client said, without credentials and without anything we
 * or Next trust, plus the sealed actor, the request's id and the policy that holds the nonce.
 */
export function forwardHeaders(headers: IncomingHttpHeaders, own: Forwarded): IncomingHttpHeaders {
  const kept: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || ownHeader.test(name) || ownNames.has(name)) continue;
    kept[name] = value;
  }
  const cookie = dropCookie(headers.cookie, own.cookieName);
  if (cookie === undefined) delete kept.cookie;
  else kept.cookie = cookie;
  if (own.bodyBytes > 0) kept["content-length"] = String(own.bodyBytes);
  else delete kept["content-length"];
  kept["x-request-id"] = own.requestId;
  kept["content-security-policy"] = own.policy;
  if (own.sealedActor !== null) kept["x-signalbox-actor"] = own.sealedActor;
  return kept;
}
