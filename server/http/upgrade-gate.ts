/**
 * The door for websockets: the same Host and Origin rules as for requests, before Socket.IO reads a
 * byte (S-03, S-04). Browsers and scripts prove themselves in the handshake's headers; a connection
 * without any goes to the workers' server, which wants the worker token in the first packet.
 */
import { STATUS_CODES } from "node:http";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Actor } from "#server/contracts/actor.ts";
import type { Clock } from "#server/lib/clock.ts";
import type { Logger } from "#server/lib/logger.ts";
import { describeError } from "#server/lib/result.ts";
import type { AllowedAddresses } from "./allowed-addresses.ts";
import { headerValues } from "./allowed-addresses.ts";
import type { Authenticator } from "./authenticate.ts";
import { readCredential } from "./credential.ts";
import { refuseHost, refuseOrigin } from "./judge-request.ts";
import type { Refusal } from "./judge-request.ts";
import { pathOf } from "./path-kind.ts";
import { createRateLimiter } from "./rate-limit.ts";

const handshakesPerAddress = { perSecond: 20, burst: 100 };

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export type UpgradeSettings = {
  addresses: AllowedAddresses;
  cookieName: string;
  authenticate: Authenticator;
  logger: Logger;
  clock: Clock;
  toLive: UpgradeHandler;
  toWorkers: UpgradeHandler;
  /** Hot reload in development. */
  toNext?: UpgradeHandler;
};

export type UpgradeGate = {
  handle: UpgradeHandler;
  /** Who opened the connection, judged before it was handed over; null when it brought nothing. */
  actorOf(request: IncomingMessage): Actor | null;
  /** When that actor's rights were about to be read. */
  judgedAt(request: IncomingMessage): Date | null;
};

export function createUpgradeGate(settings: UpgradeSettings): UpgradeGate {
  const actors = new WeakMap<IncomingMessage, { actor: Actor; judgedAt: Date }>();
  const handshakes = createRateLimiter(handshakesPerAddress);

  const judge = async (request: IncomingMessage): Promise<Refusal | null> => {
    const hostRefusal = refuseHost(settings.addresses, request);
    if (hostRefusal) return hostRefusal;
    const address = request.socket.remoteAddress ?? "unknown";
    if (handshakes.take(address, settings.clock.monotonicMs()) > 0) {
      return { status: 429, code: "RATE_LIMITED", error: "too many connections" };
    }
    const credential = readCredential(request.headers, settings.cookieName);
    const originRefusal = refuseOrigin(settings.addresses, request, credential.via);
    if (originRefusal) return originRefusal;
    if (credential.via === "none") return refuseNamelessBrowser(request);
    const judgedAt = settings.clock.now();
    const actor = await settings.authenticate(credential, judgedAt);
    if (!actor) return signInNeeded;
    actors.set(request, { actor, judgedAt });
    return null;
  };

  const handle = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const isSocketIo = pathOf(request.url ?? "") === "/socket.io/";
    const hasTarget = isSocketIo || settings.toNext !== undefined;
    const refusal = hasTarget ? await judge(request) : notFound;
    if (refusal) {
      settings.logger.info({ status: refusal.status, code: refusal.code }, "websocket refused");
      return refuseUpgrade(socket, refusal);
    }
    if (socket.destroyed) return;
    const target = !isSocketIo
      ? settings.toNext
      : actors.has(request)
        ? settings.toLive
        : settings.toWorkers;
    target?.(request, socket, head);
  };

  return {
    handle(request, socket, head) {
      socket.on("error", () => socket.destroy());
      handle(request, socket, head).catch((error: unknown) => {
        settings.logger.error({ error: describeError(error) }, "websocket handshake failed");
        socket.destroy();
      });
    },
    actorOf: (request) => actors.get(request)?.actor ?? null,
    judgedAt: (request) => actors.get(request)?.judgedAt ?? null,
  };
}

const signInNeeded: Refusal = { status: 401, code: "SIGN_IN", error: "Sign in first" };
const notFound: Refusal = { status: 404, code: "NOT_FOUND", error: "no websocket here" };

/** Browsers always send Origin with a websocket; none of them is a worker. */
function refuseNamelessBrowser(request: IncomingMessage): Refusal | null {
  return headerValues(request.rawHeaders, "origin").length > 0 ? signInNeeded : null;
}

function refuseUpgrade(socket: Duplex, refusal: Refusal): void {
  const body = JSON.stringify({ error: refusal.error, code: refusal.code });
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? "Refused"}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
