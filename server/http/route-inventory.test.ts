import { readdir } from "node:fs/promises";
import type { Server } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "#server/lib/clock.ts";
import { createLogger } from "#server/lib/logger.ts";
import { findProjectRoot } from "#server/lib/project-root.ts";
import { sendRaw } from "#server/testing/raw-http.ts";
import { listAllowedAddresses } from "./allowed-addresses.ts";
import { createFrontHandler } from "./front-handler.ts";
import { createHttpServer, listenOn } from "./http-server.ts";

/** Every route of the product that answers without credentials (S-02). */
const open = new Set([
  "GET /api/health",
  "GET /api/schemas/automations.json",
  "GET /api/version",
  "POST /api/login",
]);
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

type Handler = ((request: Request, context: { params: Promise<object> }) => Promise<Response>) & {
  definition?: { access?: string };
};
type Route = {
  name: string;
  method: string;
  url: string;
  params: Record<string, string>;
  handler: Handler;
};

const root = path.join(findProjectRoot(), "app");
const routes: Route[] = [];
let server: Server;
let port: number;
let passed: string[] = [];

beforeAll(async () => {
  process.env["SIGNALBOX_SEAL_KEY"] = "k".repeat(43);
  const entries = await readdir(root, { recursive: true });
  for (const file of entries.filter((entry) => /(^|\/)route\.tsx?$/.test(entry)).sort()) {
    const folder = path.dirname(file);
    if (folder.split("/").some((part) => part.startsWith("_"))) continue;
    const parts = folder.split("/").filter((part) => !part.startsWith("("));
    const names = parts.flatMap((part) => /^\[(?:\.\.\.)?(.+)\]$/.exec(part)?.[1] ?? []);
    const params = Object.fromEntries(names.map((name) => [name, "7"]));
    const url = `/${parts.map((part) => (part.startsWith("[") ? "7" : part)).join("/")}`;
    const exported = (await import(path.join(root, file))) as Record<string, Handler | undefined>;
    for (const method of methods) {
      const handler = exported[method];
      if (handler) routes.push({ name: `${method} ${url}`, method, url, params, handler });
    }
  }
  server = createHttpServer((request, response) => front(request, response));
  port = await listenOn(server, "127.0.0.1", 0);
  const front = createFrontHandler({
    addresses: listAllowedAddresses({ port, allowedHosts: [], publicUrl: null }),
    cookieName: "signalbox_test",
    authenticate: () => Promise.resolve(null),
    clock: systemClock,
    logger: createLogger("web", "silent"),
    next(request, response) {
      passed.push(`${request.method} ${request.url}`);
      response.end();
    },
  });
}, 120_000);
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe("every route (S-02)", () => {
  it("is found", () => {
    expect(routes.length).toBeGreaterThan(30);
    expect([...open].filter((name) => !routes.some((route) => route.name === name))).toEqual([]);
  });

  it("goes through the wrapper and says who may call it", () => {
    const bare = routes.filter(
      ({ handler }) =>
        !["public", "read", "write", "maintain", "owner"].includes(
          handler.definition?.access ?? "",
        ),
    );
    expect(bare.map((route) => route.name)).toEqual([]);
    const isOpen = routes.filter(({ handler }) => handler.definition?.access === "public");
    expect(isOpen.map((route) => route.name).sort()).toEqual([...open].sort());
  });

  it("refuses by itself what carries no proven actor, or a forged one", async () => {
    for (const { name, method, url, params, handler } of routes) {
      if (open.has(name)) continue;
      const headersToTry: Record<string, string>[] = [{}, { "x-signalbox-actor": "e30.AAAA" }];
      for (const headers of headersToTry) {
        const init = ["GET", "HEAD"].includes(method)
          ? { method, headers }
          : { method, headers, body: "{}" };
        const answer = await handler(new Request(`http://localhost${url}`, init), {
          params: Promise.resolve(params),
        });
        expect([name, answer.status]).toEqual([name, 401]);
      }
    }
  });

  it("is never reached without credentials through the front door", async () => {
    passed = [];
    const statuses = new Map<string, number>();
    for (const { name, method, url } of routes) {
      const body = ["GET", "HEAD"].includes(method) ? "" : "{}";
      const length =
        body === "" ? "" : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
      const answer = await sendRaw(
        port,
        `${method} ${url} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n${length}\r\n${body}`,
      );
      statuses.set(name, answer.status);
    }
    expect([...new Set(passed)].sort()).toEqual([...open].sort());
    // Beyond a hundred refusals in a row an address has to wait.
    const refused = [...statuses].filter(([name]) => !open.has(name)).map(([, status]) => status);
    expect(refused.filter((status) => status !== 401 && status !== 429)).toEqual([]);
    expect(refused.slice(0, 90).every((status) => status === 401)).toBe(true);
  });
});
