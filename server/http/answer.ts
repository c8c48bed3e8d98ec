import type { ServerResponse } from "node:http";
import type { FailureBody } from "#server/contracts/failure.ts";

/** A refusal in the API's one error shape. */
export function answerFailure(
  response: ServerResponse,
  status: number,
  body: FailureBody,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent) return;
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    ...headers,
  });
  response.end(text);
}

/** Sends a browser to the sign-in page. */
export function answerRedirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { Location: location, "Cache-Control": "no-store", "Content-Length": 0 });
  response.end();
}

/**
 * Next answers a method that a route does not have with an empty 405; a caller of the API reads JSON.
 * Takes effect when the answer ends without a body.
 */
export function fillEmptyRefusal(response: ServerResponse): void {
  const end = response.end.bind(response) as (...rest: unknown[]) => ServerResponse;
  response.end = ((...rest: unknown[]) => {
    const isEmpty = rest.every(
      (value) => typeof value === "function" || value === undefined || value === null,
    );
    if (response.statusCode !== 405 || response.headersSent || !isEmpty) return end(...rest);
    response.setHeader("Content-Type", "application/json; charset=utf-8");
    const body: FailureBody = { error: "this address has no such method", code: "METHOD_UNKNOWN" };
    return end(JSON.stringify(body));
  }) as ServerResponse["end"];
}
