/** What `handle` may return instead of a plain value (which is a 200). */

export function json(status: number, value: unknown, headers?: Record<string, string>): Response {
  return Response.json(value, { status, headers });
}

/** 201 with `Location`, a path without host. */
export function created(value: unknown, location: string): Response {
  return json(201, value, { Location: location });
}

export function accepted(value: unknown): Response {
  return json(202, value);
}

export function noContent(): Response {
  return new Response(null, { status: 204 });
}
