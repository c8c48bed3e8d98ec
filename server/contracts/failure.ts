import { z } from "zod";

/** Every error answer of the API (api.md §1). */
export const failureSchema = z.object({
  error: z.string(),
  code: z.string(),
  details: z.unknown().optional(),
});
export type FailureBody = z.infer<typeof failureSchema>;

export const failureStatuses = [400, 401, 403, 404, 409, 413, 415, 421, 422, 429, 503] as const;
export type FailureStatus = (typeof failureStatuses)[number];

/**
 * A refusal with a reason in words: commands and queries throw it, the route wrapper turns it into
 * `{ error, code, details }`. Anything else that is thrown is a 500 without details.
 */
export class Failure extends Error {
  readonly status: FailureStatus;
  readonly code: string;
  readonly details: unknown;

  constructor(status: FailureStatus, code: string, message: string, details?: unknown) {
    super(message);
    this.name = "Failure";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Next's bundle and ours load this module twice, so `instanceof` is not enough. */
export function isFailure(error: unknown): error is Failure {
  return error instanceof Error && error.name === "Failure" && "status" in error && "code" in error;
}
