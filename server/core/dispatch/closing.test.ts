import { describe, expect, it } from "vitest";
import {
  buildCandidate,
  buildFiring,
  buildSnapshot,
  buildState,
  buildTicket,
  readConfig,
} from "../testing/board.ts";
import { closingReason } from "./closing.ts";
import { evaluateGates } from "./gates.ts";
import type { DispatchSnapshot } from "./snapshot.ts";

const feedback = {
  id: "feedback",
  trigger: { type: "ticketCommentAdded" },
  conditions: [{ type: "assignedTo", slugs: ["programmer"] }],
  actions: [{ type: "runAgent", agent: "programmer" }],
};
const owed = (more: Parameters<typeof buildCandidate>[0] = {}) =>
  buildCandidate({ automationId: "feedback", firing: buildFiring(), ...more });
const reason = (snapshot: Partial<DispatchSnapshot>, candidate = owed()) =>
  closingReason(
    evaluateGates(buildSnapshot({ config: readConfig([feedback]), ...snapshot }), candidate),
  );

describe("closingReason", () => {
  it("is none for a firing that only waits", () => {
    expect(reason({})).toBeNull();
    expect(reason({ slots: { capacity: 1, active: 1 } })).toBeNull();
    expect(reason({ project: { ...buildSnapshot().project, isPaused: true } })).toBeNull();
  });

  it("is a deleted ticket, a false condition, a rule that is gone or off", () => {
    expect(reason({}, owed({ ticket: buildTicket({ isDeleted: true }) }))).toBe("TICKET_CLOSED");
    expect(reason({}, owed({ ticket: buildTicket({ assignee: "owner" }) }))).toBe("CONDITION");
    expect(reason({ config: readConfig([]) })).toBe("AUTOMATION_OFF");
    expect(reason({ config: readConfig([{ ...feedback, enabled: false }]) })).toBe(
      "AUTOMATION_OFF",
    );
  });

  it("is none for a rule that a person holds", () => {
    const state = buildState({ heldBy: "ada" });
    expect(reason({ automationStates: { feedback: state } })).toBeNull();
  });

  it("is found behind gates that only wait", () => {
    const ticket = buildTicket({ assignee: "owner" });
    const project = { ...buildSnapshot().project, isPaused: true };
    expect(reason({ project }, owed({ ticket }))).toBe("CONDITION");
  });
});
