/**
 * The one door of the web process, in plain Node, before Next and before Socket.IO. It decides who
 * makes a request and whether it may go on: Host, credential, Origin, forgery, limits, in that order.
 * It never touches a project's data; what an actor may do is decided again behind it, in the routes.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Actor } from "#server/contracts/actor.ts";
import { sleep } from "#server/lib/abort.ts";
import { newUuid, sha256Hex } from "#server/lib/ids.ts";
import type { Clock } from "#server/lib/clock.ts";
import type { Logger } from "#server/lib/logger.ts";
import { describeError } from "#server/lib/result.ts";
import { seal } from "#server/lib/seal.ts";
import type { AllowedAddresses } from "./allowed-addresses.ts";
import { answerFailure, answerRedirect, fillEmptyRefusal } from "./answer.ts";
import type { Authenticator } from "./authenticate.ts";
import { readCredential } from "./credential.ts";
import type { Credential } from "./credential.ts";
import { forwardHeaders } from "./forwarded-headers.ts";
import { isMutating, refuseForgery, refuseHost, refuseOrigin } from "./judge-request.ts";
import type { Refusal } from "./judge-request.ts";
import { classifyPath, pathOf } from "./path-kind.ts";
import { createRateLimiter } from "./rate-limit.ts";
import { readBody, replaceRequest } from "./read-body.ts";
import { contentSecurityPolicy, newNonce, setSecurityHeaders } from "./security-headers.ts";

/** Longest JSON body (S-11). A skill of 256 KiB still fits as JSON text: escapes may double it. */
export const MAX_JSON_BYTES = 256 * 1024;
/** `PUT …/skills/{agent}` and `PUT …/automations` carry a whole file inside JSON. */
export const MAX_FILE_JSON_BYTES = 2 * 256 * 1024 + 4096;
/** An image of 10 MiB and its multipart frame. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024 + 64 * 1024;

const writesPerCredential = { perSecond: 20, burst: 40 };
const loginsPerAddress = { perSecond: 10 / 60, burst: 10 };
/** Requests without a valid credential, per address: guessing tokens is slow, a page load is not. */
const failuresPerAddress = { perSecond: 10, burst: 100 };

/** Writers remembered for an early refusal; beyond that all are asked for again. */
const MAX_WRITERS = 1_000;
const MAX_HELD = 256;

export type Next = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export type FrontSettings = {
  addresses: AllowedAddresses;
  cookieName: string;
  authenticate: Authenticator;
  next: Next;
  logger: Logger;
  clock: Clock;
  isDev?: boolean;
  /** How long a writer over its limit waits for its refusal (default 0): a flood slows itself down. */
  holdRefusedMs?: number;
};

type Visit = { requestId: string; policy: string; startMs: number; actor: Actor | null };

export function createFrontHandler(settings: FrontSettings) {
  const writes = createRateLimiter(writesPerCredential);
  const logins = createRateLimiter(loginsPerAddress);
  const failures = createRateLimiter(failuresPerAddress);
  const { clock, logger } = settings;
  /** Credential ids by the hash of what was shown, of writers that were let in: no proof of anything. */
  const writers = new Map<string, string>();
  let held = 0;

  /** Beyond a number of held answers the rest go out at once: holding must not cost memory either. */
  const hold = async (): Promise<void> => {
    const ms = settings.holdRefusedMs ?? 0;
    if (ms === 0 || held >= MAX_HELD) return;
    held += 1;
    // Spread out: refusals that end together come back together, and their next tries as one burst.
    await sleep(ms * (0.5 + Math.random()));
    held -= 1;
  };

  const begin = (
    request: IncomingMessage,
    response: ServerResponse,
    isHostKnown: boolean,
  ): Visit => {
    const host = isHostKnown ? (request.headers.host ?? "") : "localhost";
    const visit: Visit = {
      requestId: newUuid(),
      policy: contentSecurityPolicy(newNonce(), host, settings.isDev ?? false),
      startMs: clock.monotonicMs(),
      actor: null,
    };
    setSecurityHeaders(response, visit.policy);
    response.setHeader("X-Request-Id", visit.requestId);
    // A handler that still writes after we answered must not end the process.
    response.on("error", () => undefined);
    response.once("close", () => logVisit(request, response, visit));
    return visit;
  };

  /** Paths only: a query may hold what people typed, a header what they are (S-08). */
  const logVisit = (request: IncomingMessage, response: ServerResponse, visit: Visit) => {
    logger.info(
      {
        requestId: visit.requestId,
        method: request.method,
        path: pathOf(request.url ?? "").slice(0, 300),
        status: response.statusCode,
        durationMs: Math.round((clock.monotonicMs() - visit.startMs) * 10) / 10,
        actor: visit.actor?.slug ?? null,
      },
      "request",
    );
  };

  const refuseLogin = (request: IncomingMessage): Refusal | null => {
    const waitSeconds = logins.take(addressOf(request), clock.monotonicMs());
    return waitSeconds === 0 ? null : tooMany(waitSeconds, "sign-in attempts");
  };

  /** A writer that is over its limit is refused before the database is asked who it is. */
  const refuseFlood = (credential: Credential): Refusal | null => {
    const id = "token" in credential ? writers.get(sha256Hex(credential.token)) : undefined;
    const waitSeconds = id === undefined ? 0 : writes.look(id, clock.monotonicMs());
    return waitSeconds === 0 ? null : tooMany(waitSeconds, "changes");
  };

  const rememberWriter = (credential: Credential, id: string): void => {
    if (!("token" in credential)) return;
    if (writers.size >= MAX_WRITERS) writers.clear();
    writers.set(sha256Hex(credential.token), id);
  };

  const refuseWrite = (credentialId: string): Refusal | null => {
    const waitSeconds = writes.take(credentialId, clock.monotonicMs());
    return waitSeconds === 0 ? null : tooMany(waitSeconds, "changes");
  };

  const refuseUnknown = (request: IncomingMessage): Refusal => {
    const waitSeconds = failures.take(addressOf(request), clock.monotonicMs());
    return waitSeconds === 0 ? signInNeeded : tooMany(waitSeconds, "requests without a sign-in");
  };

  const admit = async (
    request: IncomingMessage,
    credential: Credential,
  ): Promise<Actor | Refusal> => {
    if (credential.via === "none") return refuseUnknown(request);
    return (await settings.authenticate(credential, clock.now())) ?? refuseUnknown(request);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const hostRefusal = refuseHost(settings.addresses, request);
    const visit = begin(request, response, hostRefusal === null);
    if (hostRefusal) return refuse(request, response, hostRefusal);
    const method = request.method ?? "GET";
    const url = request.url ?? "/";
    const kind = classifyPath(url, method, settings.isDev ?? false);
    if (kind === "refused") return refuse(request, response, badPath);
    if (kind === "socket") return refuse(request, response, websocketOnly);
    const path = pathOf(url);
    const credential = readCredential(request.headers, settings.cookieName);
    const isWrite = isMutating(method);
    const isLogin = path === "/api/login" && isWrite;
    if (isWrite) {
      const via = isLogin ? "none" : credential.via;
      const refusal =
        refuseOrigin(settings.addresses, request, via) ??
        refuseForgery(request, via, path === "/api/images");
      if (refusal) return refuse(request, response, refusal);
    }
    const flood = isWrite && !isLogin ? refuseFlood(credential) : null;
    if (flood) {
      await hold();
      return refuse(request, response, flood);
    }
    if (isLogin || (isWrite && path === "/api/me/password")) {
      const refusal = refuseLogin(request);
      if (refusal) return refuse(request, response, refusal);
    }
    // Nothing that is open to anybody asks who it is; a stale cookie does not matter there.
    const found = kind === "open" ? null : await admit(request, credential);
    if (found !== null && !isActor(found)) {
      if (kind === "page" && !isWrite && found.status === 401) {
        return answerRedirect(
          response,
          url === "/" ? "/login" : `/login?next=${encodeURIComponent(url)}`,
        );
      }
      return refuse(request, response, found);
    }
    visit.actor = found;
    if (kind === "page" && found?.kind === "agent") return refuse(request, response, notForAgents);
    if (isWrite && found && "credentialId" in found) {
      rememberWriter(credential, found.credentialId);
      const refusal = refuseWrite(found.credentialId);
      if (refusal) return refuse(request, response, refusal);
    }
    const body = await readBody(request, maxBodyBytes(path, method));
    if (!body.ok)
      return body.reason === "aborted"
        ? void response.destroy()
        : refuse(request, response, tooLarge);
    if (path.startsWith("/api/")) {
      response.setHeader("Cache-Control", "no-store");
      fillEmptyRefusal(response);
    }
    const headers = forwardHeaders(request.headers, {
      requestId: visit.requestId,
      policy: visit.policy,
      sealedActor: found ? seal(found) : null,
      cookieName: settings.cookieName,
      bodyBytes: body.bytes.length,
    });
    await settings.next(replaceRequest(request, headers, body.bytes), response);
  };

  return (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch((error: unknown) => {
      logger.error(
        { error: describeError(error), path: pathOf(request.url ?? "") },
        "request failed",
      );
      answerFailure(response, 500, { error: "The request failed", code: "INTERNAL" });
    });
  };
}

const signInNeeded: Refusal = {
  status: 401,
  code: "SIGN_IN",
  error: "Sign in first: `signalbox link` prints a link",
};
const notForAgents: Refusal = {
  status: 403,
  code: "NOT_FOR_AGENTS",
  error: "agents use the API under /api",
};
const badPath: Refusal = { status: 400, code: "PATH_MALFORMED", error: "expected a plain path" };
const websocketOnly: Refusal = {
  status: 400,
  code: "WEBSOCKET_ONLY",
  error: "expected a websocket",
};
const tooLarge: Refusal = {
  status: 413,
  code: "BODY_TOO_LARGE",
  error: "the body is larger than this route takes",
};

type Timed = Refusal & { retryAfterSeconds?: number };

function tooMany(waitSeconds: number, what: string): Timed {
  return {
    status: 429,
    code: "RATE_LIMITED",
    error: `too many ${what}; wait ${waitSeconds} s`,
    retryAfterSeconds: waitSeconds,
  };
}

function isActor(found: Actor | Refusal): found is Actor {
  return "kind" in found;
}

function addressOf(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? "unknown";
}

function maxBodyBytes(path: string, method: string): number {
  if (path === "/api/images") return MAX_IMAGE_BYTES;
  const carriesFile =
    /^\/api\/projects\/[^/]+\/(?:skills\/[^/]+|automations(?:\/validate|\/simulate)?)$/;
  return method !== "PATCH" && carriesFile.test(path) ? MAX_FILE_JSON_BYTES : MAX_JSON_BYTES;
}

/** Answers and lets go of a client that is still sending. */
function refuse(request: IncomingMessage, response: ServerResponse, refusal: Timed): void {
  const { status, code, error, retryAfterSeconds } = refusal;
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined) headers["Retry-After"] = String(retryAfterSeconds);
  if (status === 401) headers["WWW-Authenticate"] = 'Bearer realm="Signalbox"';
  if (!request.complete) {
    headers["Connection"] = "close";
    request.resume();
    response.once("finish", () => setTimeout(() => request.destroy(), 500).unref());
  }
  answerFailure(response, status, { error, code }, headers);
}
