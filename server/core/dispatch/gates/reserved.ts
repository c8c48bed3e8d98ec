import { suggest } from "../change.ts";
import type { GateContext } from "../context.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { momentText, say } from "../sentence.ts";
import type { GroupReservation } from "../snapshot.ts";

/** The oldest exclusive run whose other gates all pass has waited 10 min for this group (rule 24). */
export const reserved: Gate = {
  judge(context) {
    const reservation = context.snapshot.groupReservation ?? null;
    if (context.run === null || reservation === null) return notApplicable;
    const pass = !isInTheWay(context, reservation);
    return {
      pass,
      expected: { free: reservation.groups },
      actual: pass ? null : { agent: reservation.agent, ticket: reservation.ticketNumber },
      since: pass ? null : reservation.since,
    };
  },
  sentence({ run, snapshot }) {
    const reservation = snapshot.groupReservation;
    return say("gate.RESERVED", {
      group: run?.group ?? "",
      agent: reservation?.agent ?? "",
      ticket: reservation?.ticketNumber ?? "",
      since: momentText(reservation?.since ?? snapshot.now),
    });
  },
  change({ snapshot }) {
    const reservation = snapshot.groupReservation;
    return suggest("change.wait_for_reserved", {
      agent: reservation?.agent ?? "",
      ticket: reservation?.ticketNumber ?? "",
    });
  },
};

function isInTheWay(context: GateContext, reservation: GroupReservation): boolean {
  const { run, ticket, candidate } = context;
  if (run === null) return false;
  const isItself =
    candidate.automationId === reservation.automationId &&
    run.agent === reservation.agent &&
    (ticket?.number ?? null) === reservation.ticketNumber;
  const [own] = reservation.groups;
  // It would take one of its groups, or keep it out by an exclusion of its own.
  return (
    !isItself &&
    (reservation.groups.includes(run.group) || (own !== undefined && run.exclusions.includes(own)))
  );
}
