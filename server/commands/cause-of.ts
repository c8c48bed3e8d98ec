import type { Candidate, DispatchSnapshot } from "#server/core/dispatch/snapshot.ts";
import type { CauseText } from "../queries/run-cause.ts";

/** The move that a `statusChange` firing is about. */
interface Transition {
  author?: string;
  authorKind?: string;
  at?: string;
  to?: string;
}

/**
 * Who and what made this candidate start, frozen with the run (ux 22). A level trigger's start is caused by
 * whoever brought the ticket to where it selects it; a rule never names itself as the cause.
 */
export function causeOf(candidate: Candidate, snapshot: DispatchSnapshot): CauseText {
  const { firing, ticket } = candidate;
  const automation =
    snapshot.config.automations.find((one) => one.id === candidate.automationId) ?? null;
  const comments = firing?.payload["comments"];
  const last = (Array.isArray(comments) ? comments.at(-1) : undefined) as
    { author?: string; authorKind?: string; at?: string } | undefined;
  const moved = firing?.payload["transition"] as Transition | undefined;
  const spoke = last ?? moved;
  const requestedBy = firing?.requestedBy ?? null;
  const by = firing === null ? ticket?.lastMover : null;
  return {
    actor: requestedBy ?? spoke?.author ?? by?.actor ?? automation?.name ?? "system",
    actorKind:
      requestedBy !== null ? "person" : (spoke?.authorKind ?? by?.actorKind ?? "automation"),
    at:
      spoke?.at ??
      by?.at.toISOString() ??
      (firing?.createdAt ?? ticket?.enteredColumnAt ?? snapshot.now).toISOString(),
    rule: automation?.name ?? null,
    triggerType: automation?.trigger.type ?? null,
    movedTo: firing === null ? (ticket?.column ?? null) : (moved?.to ?? null),
  };
}
