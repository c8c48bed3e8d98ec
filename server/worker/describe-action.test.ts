import { expect, it } from "vitest";
import { describeAction } from "./describe-action.ts";

const call = (tool: string, input: Record<string, unknown>) =>
  describeAction({ kind: "tool_call", parent: null, payload: { callId: "c1", tool, input } });

it("names a file by its last two names", () => {
  expect(call("Edit", { file_path: "/home/ada/shop/server/cart.ts" })).toBe("Edit server/cart.ts");
});

it("shows a call to the board without its headers and token", () => {
  const command =
    'curl -s -X PATCH -H "Authorization: Bearer $SIGNALBOX_TOKEN" -d \'{"status":"Review"}\' "$SIGNALBOX_API_URL/api/projects/shop/tickets/4/status"';
  expect(call("Bash", { command })).toBe("Bash curl PATCH /api/projects/shop/tickets/4/status");
});

it("keeps any other command, its first line only", () => {
  expect(call("Bash", { command: "npm test\nnpm run lint" })).toBe("Bash npm test");
});
