import { describe, expect, it } from "vitest";
import {
  buildMember,
  buildPair,
  buildRun,
  buildSnapshot,
  buildTicket,
  dispatchRule,
  minutesAgo,
  readConfig,
} from "../testing/board.ts";
import { chatter } from "../testing/gate-scene.ts";
import { dropEffect } from "./drop.ts";

const backlog = (more: Parameters<typeof buildTicket>[0] = {}) =>
  buildTicket({ column: "Backlog", ...more });

describe("dropEffect", () => {
  it("says who starts and what it may cost", () => {
    expect(dropEffect(buildSnapshot(), backlog(), "Todo")).toEqual({
      effect: "starts",
      agent: "programmer",
      maxUsd: 2,
      sentence: {
        key: "drop.starts",
        values: { agent: "programmer", max: "$2.00" },
        text: "Starts programmer, at most $2.00",
      },
    });
  });

  it("says what it would wait for", () => {
    const board = buildSnapshot({ activeRuns: [buildRun({ agent: "qa", group: "workspace" })] });
    expect(dropEffect(board, backlog(), "Todo")).toMatchObject({
      effect: "waits",
      agent: "programmer",
      sentence: { key: "gate.GROUP_BUSY", text: "Waits: Group workspace is busy: qa works on #88" },
    });
  });

  it("says that nothing starts", () => {
    expect(dropEffect(buildSnapshot(), backlog(), "Done")).toMatchObject({
      effect: "nothing",
      sentence: { text: "Nothing starts here" },
    });
  });

  it("says that an assignee is missing where the assignee decides", () => {
    const config = readConfig([
      {
        id: "any",
        trigger: { type: "ticketInColumn", columns: ["Todo"] },
        actions: [{ type: "runAgent", agent: "{assignee}" }],
      },
    ]);
    const effect = dropEffect(buildSnapshot({ config }), backlog({ assignee: null }), "Todo");
    expect(effect).toMatchObject({
      effect: "nothing",
      sentence: { text: "Nothing starts here while it is assigned to nobody" },
    });
  });

  it("is a touch: it lifts a stop, ends failures and starts what had nothing to do", () => {
    const ticket = backlog({
      loop: chatter("PPPP", 12),
      pairs: {
        programmer: buildPair({
          failures: 5,
          isStuck: true,
          nextRetryAt: minutesAgo(-9),
          lastAdmittedRevision: { dispatch: 9 },
          lastTouchRevision: { dispatch: 3 },
          lastRun: {
            id: "r0",
            automationId: "dispatch",
            outcome: "stopped",
            endedAt: minutesAgo(9),
            stoppedBy: "Ada",
            stoppedByKind: "person",
            isStopLifted: false,
          },
        }),
      },
    });
    expect(dropEffect(buildSnapshot(), ticket, "Todo").effect).toBe("starts");
  });

  it("onto its own column changes nothing", () => {
    const ticket = buildTicket({
      pairs: {
        programmer: buildPair({
          lastAdmittedRevision: { dispatch: 9 },
          lastTouchRevision: { dispatch: 3 },
        }),
      },
    });
    expect(dropEffect(buildSnapshot(), ticket, "Todo")).toMatchObject({
      effect: "waits",
      sentence: { key: "gate.NOTHING_CHANGED" },
    });
  });

  it("is refused by a hard limit", () => {
    const plain = buildSnapshot();
    const columns = plain.columns.map((column) =>
      column.name === "Todo" ? { ...column, wipHard: true, wipLimit: 3 } : column,
    );
    expect(dropEffect({ ...plain, columns }, backlog(), "Todo")).toMatchObject({
      effect: "nothing",
      sentence: { text: "Todo is full: 3 of 3" },
    });
  });

  it("says what a rule without an agent does, and prefers what starts to what waits", () => {
    const config = readConfig([
      dispatchRule,
      {
        id: "remind",
        trigger: { type: "ticketInColumn", columns: ["Todo"] },
        actions: [{ type: "addComment", content: "seen" }],
      },
    ]);
    const members = { programmer: buildMember("programmer", { heldBy: "Ada" }) };
    expect(dropEffect(buildSnapshot({ config, members }), backlog(), "Todo")).toMatchObject({
      effect: "starts",
      agent: null,
      sentence: { text: "Rule remind acts" },
    });
  });
});
