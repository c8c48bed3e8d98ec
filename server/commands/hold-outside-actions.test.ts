import { expect, it } from "vitest";
import { parseAutomations } from "#server/core/automation/config.ts";
import { holdLoosenedGuards } from "./hold-loosened-guards.ts";

const trigger = { type: "ticketInColumn", columns: ["Todo"] };
const make = { type: "runCommand", command: "make", args: ["test"] };
const call = { type: "httpRequest", url: "https://api.example.com/" };
const comment = { type: "addComment", content: "x" };
const rule = (id: string, actions: object[], more: object = {}) => ({
  id,
  trigger,
  actions,
  ...more,
});

function config(text: string) {
  const parsed = parseAutomations(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.config;
}

/** What an agent's edit of the file leaves in force. */
function edit(live: object[], next: object[]) {
  const text = JSON.stringify({ automations: next });
  const before = config(JSON.stringify({ automations: live }));
  const { text: kept, held } = holdLoosenedGuards(text, config(text), before, 10);
  const again = holdLoosenedGuards(text, config(text), config(kept), 10);
  expect(again).toEqual({ text: kept, held });
  return {
    inForce: config(kept).automations.map(({ id, actions }) => [
      id,
      ...actions.map((action) => action.type),
    ]),
    held,
  };
}

it("keeps the actions a rule has when a program or a call is added or changed", () => {
  const live = [rule("a", [comment]), rule("b", [make])];
  const next = [
    rule("a", [comment, make, call]),
    rule("b", [{ ...make, args: ["test", "&&", "evil"] }]),
  ];
  const { inForce, held } = edit(live, next);
  expect(inForce).toEqual([
    ["a", "addComment"],
    ["b", "runCommand"],
  ]);
  expect(held).toEqual([
    {
      path: "automations.0.actions",
      from: null,
      to: "run the command make test; call api.example.com (GET)",
    },
    {
      path: "automations.1.actions",
      from: "run the command make test",
      to: "run the command make test && evil",
    },
  ]);
});

it("keeps a new rule with a program out, also switched off", () => {
  const next = [rule("x", [make], { enabled: false }), rule("a", [comment]), rule("y", [call])];
  const { inForce, held } = edit([rule("a", [comment])], next);
  expect(inForce).toEqual([["a", "addComment"]]);
  expect(held.map(({ path }) => path)).toEqual(["automations.0.actions", "automations.2.actions"]);
});

it("lets what was accepted pass, and everything else beside it", () => {
  const live = [rule("a", [make, call])];
  const next = [rule("a", [comment, call, make]), rule("b", [comment])];
  const { inForce, held } = edit(live, next);
  expect(inForce).toEqual([
    ["a", "addComment", "httpRequest", "runCommand"],
    ["b", "addComment"],
  ]);
  expect(held).toEqual([]);
});
