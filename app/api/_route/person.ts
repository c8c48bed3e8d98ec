import { Failure } from "#server/contracts/failure.ts";
import type { RequestActor } from "./access.ts";

type Person = Extract<RequestActor, { kind: "person" }>;

/** The person behind a request to a route that is not open to agents. */
export function requirePerson(actor: RequestActor): Person {
  if (actor.kind === "person") return actor;
  throw new Failure(403, "NOT_FOR_AGENTS", "agents have no account");
}
