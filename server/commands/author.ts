import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";

/**
 * Who signs a write: always the actor. A body's `author` or `createdBy` may repeat its slug; a blank one
 * is 400, another one 403, so that an agent can never sign as the owner (api §1). Comes before any look
 * at what the write is about (compat §2.3).
 */
export function checkAuthor(
  actor: Actor,
  field: "author" | "createdBy",
  value: string | undefined,
): string {
  if (value === undefined) return actor.slug;
  if (value.trim() === "")
    throw new Failure(400, "AUTHOR_BLANK", `${field}: expected a slug, found a blank text`);
  if (value !== actor.slug) {
    throw new Failure(
      403,
      "AUTHOR_MISMATCH",
      `${field}: expected "${actor.slug}", the owner of this token, found "${value}"`,
    );
  }
  return value;
}
