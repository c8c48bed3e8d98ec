import { createHash, randomBytes, randomUUID } from "node:crypto";

/** A run id: 32 lower-case hex characters, the shape existing boards and skills rely on. */
export function newRunId(): string {
  return randomUUID().replaceAll("-", "");
}

export function newUuid(): string {
  return randomUUID();
}

/** An unguessable secret as base64url text; 32 bytes give 43 characters. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

/** SHA-256 in lower-case hex. Tokens are stored only in this form. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
