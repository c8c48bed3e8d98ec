import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";

/** Level Everything is for owners, and never where agents would run as root (ux 2). */
export function checkPermissionLevel(actor: Actor, level: string | undefined): void {
  if (level !== "everything") return;
  if (actor.kind !== "person" || actor.role !== "owner") {
    throw new Failure(403, "NOT_ALLOWED", "permissionLevel: only an owner may choose everything");
  }
  if (process.getuid?.() === 0) {
    throw new Failure(
      422,
      "EVERYTHING_AS_ROOT",
      "permissionLevel: everything is refused while Signalbox runs as root",
    );
  }
}
