/** What Next does behind the front door, for tests: finds the route of an address and answers with it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { GET as unknownAddress } from "#app/api/[...rest]/route.ts";
import { GET as describeForAgents } from "#app/api/docs/route.ts";
import { GET as describeApi } from "#app/api/openapi/v1.json/route.ts";
import { listRoutes } from "#app/api/openapi/v1.json/route-list.ts";
import type { RouteHandler } from "#app/api/_route/route.ts";
import { GET as readUpload } from "#app/api/uploads/[name]/route.ts";

type Served = { method: string; pattern: RegExp; names: string[]; handler: RouteHandler };

function served(method: string, path: string, handler: RouteHandler): Served {
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? []);
  const pattern = new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "([^/]+)")}$`);
  return { method, pattern, names, handler };
}

function allRoutes(): Served[] {
  const routes = listRoutes().map(({ method, path, handler }) => served(method, path, handler));
  return [
    // Fixed names stand before `{…}`, as Next has it.
    ...routes.sort((a, b) => a.names.length - b.names.length),
    served("GET", "/api/docs", describeForAgents),
    served("GET", "/api/openapi/v1.json", describeApi),
    // As next.config.ts leads them there.
    served("GET", "/openapi/v1.json", describeApi),
    served("GET", "/uploads/{name}", readUpload),
  ];
}

/** A handler for `openTestGateway`: every route of the API, and nothing else of Next. */
export function serveRoutes() {
  const routes = allRoutes();
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const url = new URL(incoming.url ?? "/", "http://127.0.0.1");
    const method = incoming.method ?? "GET";
    const matching = routes.filter(({ pattern }) => pattern.test(url.pathname));
    const found = matching.find((route) => route.method === method);
    if (!found && matching.length > 0) {
      outgoing.statusCode = 405;
      outgoing.end();
      return;
    }
    const values = found?.pattern.exec(url.pathname)?.slice(1) ?? [];
    const params = Object.fromEntries(
      (found?.names ?? []).map((name, index) => [name, decodeURIComponent(values[index] ?? "")]),
    );
    const gone = new AbortController();
    outgoing.once("close", () => gone.abort());
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
    const request = new Request(url, {
      method,
      headers,
      signal: gone.signal,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const response = await (found?.handler ?? unknownAddress)(request, {
      params: Promise.resolve(params),
    });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body === null) outgoing.end();
    else Readable.fromWeb(response.body as WebStream).pipe(outgoing);
  };
}
