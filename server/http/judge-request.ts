/** Host, Origin, content type and custom header of one request: pure checks, in that order. */
import type { IncomingMessage } from "node:http";
import type { AllowedAddresses } from "./allowed-addresses.ts";
import { headerValues, isAllowedOrigin, judgeHost } from "./allowed-addresses.ts";
import type { Credential } from "./credential.ts";

export type Refusal = { status: number; code: string; error: string };

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

export function isMutating(method: string | undefined): boolean {
  return !safeMethods.has(method ?? "");
}

export function refuseHost(addresses: AllowedAddresses, request: IncomingMessage): Refusal | null {
  const verdict = judgeHost(addresses, headerValues(request.rawHeaders, "host"));
  if (verdict === "allowed") return null;
  return verdict === "malformed"
    ? {
        status: 400,
        code: "HOST_MALFORMED",
        error: "Host: expected exactly one host name with its port",
      }
    : {
        status: 421,
        code: "HOST_UNKNOWN",
        error:
          "Host: expected an address of this server. Add the name to SIGNALBOX_ALLOWED_HOSTS to serve it",
      };
}

/**
 * For requests that act by a cookie, or that make one (S-04, S-05): the browser's Origin must be one
 * of ours; a script with its own token needs none (rule 17).
 */
export function refuseOrigin(
  addresses: AllowedAddresses,
  request: IncomingMessage,
  via: Credential["via"],
): Refusal | null {
  const origins = headerValues(request.rawHeaders, "origin");
  if (via === "bearer" || via === "basic") return null;
  if (via === "none" && origins.length === 0) return null;
  if (isAllowedOrigin(addresses, origins)) return null;
  return {
    status: 403,
    code: "ORIGIN_REFUSED",
    error: "Origin: expected an address of this server",
  };
}

/** Content type and custom header of a cookie's write: a page of another origin can send neither. */
export function refuseForgery(
  request: IncomingMessage,
  via: Credential["via"],
  isMultipartAllowed: boolean,
): Refusal | null {
  if (via !== "cookie" && via !== "none") return null;
  if (via === "cookie" && request.headers["x-signalbox"] !== "1") {
    return { status: 403, code: "HEADER_MISSING", error: "X-Signalbox: expected 1" };
  }
  const type = request.headers["content-type"];
  const hasBody =
    request.headers["transfer-encoding"] !== undefined ||
    Number(request.headers["content-length"] ?? 0) > 0;
  if (type === undefined && !hasBody) return null;
  const media = (type ?? "").split(";")[0]?.trim().toLowerCase();
  if (media === "application/json") return null;
  if (media === "multipart/form-data" && isMultipartAllowed) return null;
  return {
    status: 415,
    code: "CONTENT_TYPE",
    error: `Content-Type: expected ${isMultipartAllowed ? "multipart/form-data" : "application/json"}`,
  };
}
