import { suggest } from "../change.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { momentText, say } from "../sentence.ts";
import type { LastRunFacts } from "../snapshot.ts";

/** A person stopped this agent on this ticket and has not let it start again (rule 3). */
export const stoppedByPerson: Gate = {
  judge({ pair }) {
    if (pair === null) return notApplicable;
    const isHeld = isStopInForce(pair.lastRun);
    return {
      pass: !isHeld,
      expected: "not stopped by a person",
      actual: isHeld ? { by: pair.lastRun?.stoppedBy ?? null, run: pair.lastRun?.id } : null,
      since: isHeld ? (pair.lastRun?.endedAt ?? null) : null,
    };
  },
  sentence: ({ pair, agent }) =>
    say("gate.STOPPED_BY_PERSON", {
      by: pair?.lastRun?.stoppedBy ?? "somebody",
      agent: agent ?? "",
    }),
  change: ({ agent }) =>
    agent === null ? null : suggest("change.lift_stop", { agent }, { kind: "lift_stop", agent }),
};

/** Unsaved text of a person in title or description. */
export const beingEdited: Gate = {
  judge({ ticket }) {
    if (ticket === null) return notApplicable;
    const by = ticket.beingEditedBy;
    return { pass: by === null, expected: "nobody edits it", actual: by };
  },
  sentence: ({ ticket }) => say("gate.BEING_EDITED", { by: ticket?.beingEditedBy ?? "" }),
  change: () => suggest("change.finish_editing"),
};

/** A person holds this agent. */
export const agentHeld: Gate = {
  judge({ member, snapshot }) {
    if (member === null) return notApplicable;
    const { heldBy, heldUntil } = member;
    const isHeld =
      heldBy !== null && (heldUntil === null || heldUntil.getTime() > snapshot.now.getTime());
    return {
      pass: !isHeld,
      expected: "not held",
      actual: isHeld ? { by: heldBy } : null,
      until: isHeld ? heldUntil : null,
    };
  },
  sentence({ member, agent }) {
    const values = { agent: agent ?? "", by: member?.heldBy ?? "" };
    return member?.heldUntil
      ? say("gate.AGENT_HELD.until", { ...values, until: momentText(member.heldUntil) })
      : say("gate.AGENT_HELD", values);
  },
  change: ({ agent }) =>
    agent === null
      ? null
      : suggest("change.release_hold", { agent }, { kind: "release_hold", agent }),
};

/** A person works in the agent's session in a terminal (ux.md 36). */
export const takenOver: Gate = {
  judge({ pair }) {
    if (pair === null) return notApplicable;
    return {
      pass: pair.takenOverBy === null,
      expected: "not taken over",
      actual: pair.takenOverBy,
      since: pair.takenOverBy === null ? null : (pair.takenOverAt ?? null),
    };
  },
  sentence: ({ pair, agent }) =>
    say("gate.TAKEN_OVER", { by: pair?.takenOverBy ?? "", agent: agent ?? "" }),
  change: ({ pair }) =>
    suggest(
      "change.give_back",
      {},
      pair?.lastRun ? { kind: "give_back", run: pair.lastRun.id } : null,
    ),
};

function isStopInForce(run: LastRunFacts | null): boolean {
  return run?.outcome === "stopped" && run.stoppedByKind === "person" && !run.isStopLifted;
}
