import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";

export function newNonce(): string {
  return randomBytes(16).toString("base64");
}

/**
 * The policy of one answer (S-07). Next reads the same text from the request's header and gives the
 * nonce to its own scripts. `host` is the checked Host header: older browsers do not count
 * WebSockets to it as 'self'. In development the bundler needs eval.
 */
export function contentSecurityPolicy(nonce: string, host: string, isDev: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isDev ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ws://${host} wss://${host}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Set on every answer, before anybody writes; no `Access-Control-*` header exists anywhere (S-06). */
export function setSecurityHeaders(response: ServerResponse, policy: string): void {
  response.setHeader("Content-Security-Policy", policy);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "no-referrer");
  response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  response.setHeader("X-Frame-Options", "DENY");
}
