/** Calls a route handler as the front handler does: with a sealed actor and Next's context. */
import { randomBytes } from "node:crypto";
import type { Actor } from "../contracts/actor.ts";
import { seal } from "../lib/seal.ts";

process.env["SIGNALBOX_SEAL_KEY"] ??= randomBytes(32).toString("base64url");

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

export interface RouteCall {
  /** null: no credentials. */
  actor: Actor | null;
  method?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** Sent as JSON; absent: no body. */
  body?: unknown;
  headers?: Record<string, string>;
  path?: string;
}

export interface RouteReply {
  status: number;
  /** Parsed JSON, or the text of another type; null without a body. */
  body: unknown;
  headers: Headers;
}

export async function callRoute(handler: Handler, call: RouteCall): Promise<RouteReply> {
  const url = new URL(call.path ?? "/api/test", "http://127.0.0.1");
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
  const headers = new Headers(call.headers);
  if (call.actor) headers.set("x-signalbox-actor", seal(call.actor));
  const init: RequestInit = { method: call.method ?? "GET", headers };
  if (call.body !== undefined) {
    if (!headers.has("content-type")) headers.set("content-type", "application/json");
    init.body = typeof call.body === "string" ? call.body : JSON.stringify(call.body);
  }
  const response = await handler(new Request(url, init), {
    params: Promise.resolve(call.params ?? {}),
  });
  const text = await response.text();
  const isJson = text !== "" && response.headers.get("content-type")?.includes("/json") === true;
  return {
    status: response.status,
    body: isJson ? (JSON.parse(text) as unknown) : text === "" ? null : text,
    headers: response.headers,
  };
}
