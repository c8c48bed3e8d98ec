import { expect, it } from "vitest";
import { parse } from "jsonc-parser";
import { shareGroup } from "./share-group.ts";

it("names one group in every action and keeps what a person wrote", () => {
  const text = `{
  // by hand
  "automations": [
    { "id": "a", "actions": [{ "type": "runAgent", "agent": "programmer", "own": 1 }] },
    { "id": "b", "actions": [{ "type": "addComment" }, { "type": "runAgent", "agent": "qa", "concurrencyGroup": "qa" }] },
  ],
}`;
  const fixed = shareGroup(text, {
    kind: "share_group",
    group: "workspace",
    actions: [
      ["automations", 0, "actions", 0],
      ["automations", 1, "actions", 1],
    ],
  });
  expect(fixed).toContain("// by hand");
  const { automations } = parse(fixed) as { automations: { actions: object[] }[] };
  expect(automations[0]?.actions[0]).toEqual({
    type: "runAgent",
    agent: "programmer",
    own: 1,
    concurrencyGroup: "workspace",
  });
  expect(automations[1]?.actions[1]).toMatchObject({ concurrencyGroup: "workspace" });
  expect(automations[1]?.actions[0]).toEqual({ type: "addComment" });
});
