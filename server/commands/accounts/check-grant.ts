import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";

interface Rights {
  role: string;
  isMaintainer: boolean;
}

/** Owners alone make, change and unmake owners and maintainers: nobody lifts itself. 403 `NOT_ALLOWED`. */
export function checkGrant(
  actor: Extract<Actor, { kind: "person" }>,
  ...touched: readonly Rights[]
): void {
  const isHigh = touched.some(({ role, isMaintainer }) => role === "owner" || isMaintainer);
  if (isHigh && actor.role !== "owner") {
    throw new Failure(403, "NOT_ALLOWED", "only an owner decides who is an owner or a maintainer");
  }
}
