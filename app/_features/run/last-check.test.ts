import { describe, expect, it } from "vitest";
import { checkIn, lastCheck } from "./last-check.ts";
import { call, numbered, result } from "./testing/events.ts";

describe("checkIn", () => {
  it.each([
    ["npm test", "npm test"],
    ["cd web && npm run test:unit -- --run", "npm run test:unit -- --run"],
    ["CI=1 npx vitest run app", "npx vitest run app"],
    ["tsc --noEmit | tail", "tsc --noEmit"],
    ["go vet ./...", "go vet ./..."],
    ["node --test", "node --test"],
  ])("finds the check in %s", (command, check) => {
    expect(checkIn(command)).toBe(check);
  });

  it.each([
    `curl -d '{"content":"One new test"}' http://x`,
    "git commit -m test",
    "cat test",
    "ls build",
  ])("takes %s for no check", (command) => {
    expect(checkIn(command)).toBeNull();
  });
});

describe("lastCheck", () => {
  it("is the last check that ended, with its exit code", () => {
    const events = numbered([
      ["tool_call", call("a", "Bash", { command: "npm test" })],
      ["tool_result", { ...result("a", "", true), exitCode: 1 }],
      ["tool_call", call("b", "Bash", { command: "npm test" })],
      ["tool_result", { ...result("b"), exitCode: 0 }],
      ["tool_call", call("c", "Bash", { command: "npm run lint" })],
    ]);
    expect(lastCheck(events)).toEqual({ command: "npm test", exitCode: 0 });
    expect(lastCheck(events.slice(0, 2))).toEqual({ command: "npm test", exitCode: 1 });
  });

  it("is nothing when nothing was checked", () => {
    expect(lastCheck(numbered([["tool_call", call("a", "Read")]]))).toBeNull();
  });
});
