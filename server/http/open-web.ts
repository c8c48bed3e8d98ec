/**
 * Puts the web process together: front handler, websocket gate, Socket.IO and whatever answers pages
 * and routes. What that is comes in as `next`, so that tests can do without Next.
 */
import type { Server } from "node:http";
import type { Clock } from "#server/lib/clock.ts";
import type { Logger } from "#server/lib/logger.ts";
import { sessionCookieName } from "#server/lib/session-cookie.ts";
import type { Database } from "#server/store/client.ts";
import { listAllowedAddresses } from "./allowed-addresses.ts";
import { HOLD_REFUSED_MS } from "#server/tunables.ts";
import { createAuthenticator } from "./authenticate.ts";
import { createFrontHandler } from "./front-handler.ts";
import type { Next } from "./front-handler.ts";
import { createHttpServer, listenOn } from "./http-server.ts";
import { createUpgradeGate } from "./upgrade-gate.ts";
import type { UpgradeGate, UpgradeHandler } from "./upgrade-gate.ts";

export type WebSettings = {
  database: Database;
  instanceId: string;
  host: string;
  port: number;
  allowedHosts: readonly string[];
  publicUrl: string | null;
  next: Next;
  /** Hot reload in development. */
  upgradeNext?: UpgradeHandler;
  toLive: UpgradeHandler;
  toWorkers: UpgradeHandler;
  isDev?: boolean;
  logger: Logger;
  clock: Clock;
};

export type OpenWeb = { server: Server; gate: UpgradeGate; port: number };

/** Listens; with port 0 on any free one, whose number the allowed addresses carry. */
export async function openWeb(settings: WebSettings): Promise<OpenWeb> {
  const server = createHttpServer((request, response) => handle(request, response));
  const port = await listenOn(server, settings.host, settings.port);
  const addresses = listAllowedAddresses({ ...settings, port });
  const cookieName = sessionCookieName(settings.instanceId);
  const authenticate = createAuthenticator(settings.database);
  const common = {
    addresses,
    cookieName,
    authenticate,
    logger: settings.logger,
    clock: settings.clock,
  };
  const handle = createFrontHandler({
    ...common,
    next: settings.next,
    isDev: settings.isDev ?? false,
    holdRefusedMs: HOLD_REFUSED_MS,
  });
  const gate = createUpgradeGate({
    ...common,
    toLive: settings.toLive,
    toWorkers: settings.toWorkers,
    toNext: settings.upgradeNext,
  });
  server.on("upgrade", gate.handle);
  return { server, gate, port };
}
