import { isDeepStrictEqual } from "node:util";
import { Failure } from "#server/contracts/failure.ts";

/**
 * 409 `STALE_SETTING` with the field and its value now, where a field is not what the caller saw. Each
 * field for itself: two people may change two settings of one project at the same time.
 */
export function refuseChanged(
  current: Readonly<Record<string, unknown>>,
  was: Readonly<Record<string, unknown>> | undefined,
): void {
  for (const [field, seen] of Object.entries(was ?? {})) {
    const now = current[field] ?? null;
    if (seen === undefined || isDeepStrictEqual(now, seen)) continue;
    throw new Failure(
      409,
      "STALE_SETTING",
      `${field}: expected ${JSON.stringify(seen)}, found ${JSON.stringify(now)}; it was changed meanwhile`,
      { field, current: now },
    );
  }
}
