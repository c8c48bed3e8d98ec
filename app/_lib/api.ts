import { z } from "zod";
import { failureSchema } from "#server/contracts/failure.ts";
import { ApiError } from "./api-error.ts";

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface CallOptions {
  readonly query?: Query;
  readonly signal?: AbortSignal;
  /** Of a DELETE that names what goes. */
  readonly body?: unknown;
  /** Makes a write safe to send twice. */
  readonly idempotencyKey?: string;
}

/** `/projects/web/board` + query → `/api/projects/web/board?…`; null and undefined are left out. */
export function apiUrl(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return `/api${path}${text === "" ? "" : `?${text}`}`;
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  const text = await response.text();
  if (text === "") return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

async function send(
  method: string,
  path: string,
  body: unknown,
  options: CallOptions,
): Promise<unknown> {
  // Cookies alone do not authorise a write: the custom header proves that our own page sent it.
  const headers = new Headers({ Accept: "application/json", "X-Signalbox": "1" });
  const isForm = body instanceof FormData;
  // The browser itself names the type of a form, with its boundary.
  if (body !== undefined && !isForm) headers.set("Content-Type", "application/json");
  if (options.idempotencyKey) headers.set("Idempotency-Key", options.idempotencyKey);
  const init: RequestInit = { method, headers, cache: "no-store", credentials: "same-origin" };
  if (body !== undefined) init.body = isForm ? body : JSON.stringify(body);
  if (options.signal) init.signal = options.signal;
  const response = await fetch(apiUrl(path, options.query), init).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new ApiError(0, "NETWORK", "The server was not reached.");
  });
  const answer = await readBody(response);
  if (response.ok) return answer;
  const failure = failureSchema.safeParse(answer);
  if (failure.success) {
    throw new ApiError(
      response.status,
      failure.data.code,
      failure.data.error,
      failure.data.details,
    );
  }
  throw new ApiError(response.status, "UNEXPECTED", `The server answered ${response.status}.`);
}

function parse<T extends z.ZodType>(schema: T, answer: unknown, path: string): z.infer<T> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new ApiError(0, "SHAPE", `${path}: ${z.prettifyError(parsed.error)}`);
}

/** Typed calls of our own API. Paths start after `/api`; every answer is parsed with its contract. */
export const api = {
  async get<T extends z.ZodType>(
    path: string,
    schema: T,
    options: CallOptions = {},
  ): Promise<z.infer<T>> {
    return parse(schema, await send("GET", path, undefined, options), path);
  },
  async post<T extends z.ZodType>(
    path: string,
    body: unknown,
    schema: T,
    options: CallOptions = {},
  ): Promise<z.infer<T>> {
    return parse(schema, await send("POST", path, body, options), path);
  },
  /** One file as a form. */
  async upload<T extends z.ZodType>(path: string, file: File, schema: T): Promise<z.infer<T>> {
    const form = new FormData();
    form.set("file", file);
    return parse(schema, await send("POST", path, form, {}), path);
  },
  async put<T extends z.ZodType>(
    path: string,
    body: unknown,
    schema: T,
    options: CallOptions = {},
  ): Promise<z.infer<T>> {
    return parse(schema, await send("PUT", path, body, options), path);
  },
  async patch<T extends z.ZodType>(
    path: string,
    body: unknown,
    schema: T,
    options: CallOptions = {},
  ): Promise<z.infer<T>> {
    return parse(schema, await send("PATCH", path, body, options), path);
  },
  async delete<T extends z.ZodType>(
    path: string,
    schema: T,
    options: CallOptions = {},
  ): Promise<z.infer<T>> {
    return parse(schema, await send("DELETE", path, options.body, options), path);
  },
};

/** For answers nobody reads. */
export const anythingSchema = z.unknown();

/** Lists come as plain arrays (existing boards' routes) or as `{ items, next }` (ours). */
export function listOf<T extends z.ZodType>(row: T) {
  return z.union([
    z.array(row),
    z.object({ items: z.array(row) }).transform((answer) => answer.items),
  ]);
}

/** `P` of the API: the path of a project. */
export function projectPath(slug: string): string {
  return `/projects/${encodeURIComponent(slug)}`;
}
