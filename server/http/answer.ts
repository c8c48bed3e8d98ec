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
