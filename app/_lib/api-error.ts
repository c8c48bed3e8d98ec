/** A refusal of the API, or `NETWORK` (status 0) when the server was not reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;

  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export function isLoginExpired(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
