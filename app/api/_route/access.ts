import { actorSchema } from "#server/contracts/actor.ts";
import type { Actor } from "#server/contracts/actor.ts";
import { Failure } from "#server/contracts/failure.ts";
import { unseal } from "#server/lib/seal.ts";

/** Who may call a route: anybody; a signed-in reader; members; owners and maintainers; owners (ux 34). */
export type Access = "public" | "read" | "write" | "maintain" | "owner";

/** Requests are made by people and agents; automations and the system act inside. */
export type RequestActor = Extract<Actor, { kind: "person" | "agent" }>;

/** The actor that the front handler proved and sealed into the request, null without credentials. */
export function readActor(request: Request): RequestActor | null {
  const sealed = request.headers.get("x-signalbox-actor");
  if (!sealed) return null;
  const actor = actorSchema.safeParse(unseal(sealed));
  if (!actor.success) return null;
  return actor.data.kind === "person" || actor.data.kind === "agent" ? actor.data : null;
}

const rank = { read: 0, write: 1, maintain: 2, owner: 3 } as const;

function rankOf(actor: Extract<Actor, { kind: "person" }>): number {
  if (actor.role === "owner") return rank.owner;
  if (actor.role === "viewer") return rank.read;
  return actor.isMaintainer ? rank.maintain : rank.write;
}

/**
 * Refuses an actor that may not use the route: 401 without credentials, 403 otherwise. An agent gets in
 * only where the route says so, and only into its own project; its finer rights are the commands' matter.
 */
export function checkAccess(
  access: Access,
  actor: RequestActor | null,
  agents: boolean,
  projectSlug: string | undefined,
): void {
  if (access === "public") return;
  if (!actor) throw new Failure(401, "NOT_SIGNED_IN", "sign in, or send a token");
  if (actor.kind === "agent") {
    if (!agents) throw new Failure(403, "NOT_FOR_AGENTS", "agents may not use this route");
    if (projectSlug !== undefined && projectSlug !== actor.projectSlug) {
      throw new Failure(
        403,
        "OTHER_PROJECT",
        `this run belongs to the project "${actor.projectSlug}"`,
      );
    }
    return;
  }
  if (rankOf(actor) < rank[access]) {
    throw new Failure(
      403,
      "NOT_ALLOWED",
      `expected the right to ${access}, found the role ${actor.role}`,
    );
  }
}
