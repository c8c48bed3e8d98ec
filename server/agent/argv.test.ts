import { describe, expect, it } from "vitest";
import { buildArgv } from "./argv.ts";
import type { ArgvOptions } from "./argv.ts";
import { judgeVersion, parseVersion } from "./version.ts";

const base: ArgvOptions = {
  session: { id: "11111111-1111-1111-1111-111111111111", isResume: false },
  permissionMode: "acceptEdits",
  allowedTools: ["Read", "Bash(npm test:*)"],
  disallowedTools: [],
  settingsPath: "/d/settings.json",
};

describe("argv", () => {
  it("is the recipe", () => {
    const argv = buildArgv(
      {
        ...base,
        maxTurns: 40,
        maxBudgetUsd: 1.5,
        model: "opus",
        fallbackModel: "sonnet",
        disallowedTools: ["Write", "Edit"],
      },
      "2.1.332",
    );
    expect(argv).toEqual([
      "-p",
      "--verbose",
      "--output-format",
      "stream-json",
      "--input-format",
      "stream-json",
      "--replay-user-messages",
      "--session-id",
      "11111111-1111-1111-1111-111111111111",
      "--permission-mode",
      "acceptEdits",
      "--permission-prompt-tool",
      "stdio",
      "--include-partial-messages",
      "--strict-mcp-config",
      "--settings",
      "/d/settings.json",
      "--max-turns",
      "40",
      "--max-budget-usd",
      "1.5",
      "--model",
      "opus",
      "--fallback-model",
      "sonnet",
      "--allowedTools",
      "Read,Bash(npm test:*)",
      "--disallowedTools",
      "Write,Edit",
    ]);
  });

  it("resumes by id and leaves out what is not set", () => {
    const argv = buildArgv(
      { ...base, session: { ...base.session, isResume: true }, allowedTools: [] },
      "2.1.240",
    );
    expect(argv).toContain("--resume");
    for (const flag of [
      "--session-id",
      "--max-turns",
      "--model",
      "--allowedTools",
      "--mcp-config",
    ]) {
      expect(argv).not.toContain(flag);
    }
  });

  it("refuses an old CLI, a limit of nothing and a model that is a flag", () => {
    expect(() => buildArgv(base, "2.1.211")).toThrow("2.1.211");
    expect(() => buildArgv({ ...base, maxTurns: 0 }, "2.1.332")).toThrow("above 0");
    expect(() => buildArgv({ ...base, maxBudgetUsd: Number.NaN }, "2.1.332")).toThrow("above 0");
    expect(() =>
      buildArgv({ ...base, model: "--dangerously-skip-permissions" }, "2.1.332"),
    ).toThrow("model");
  });

  it("never rounds a small budget to nothing", () => {
    const argv = buildArgv({ ...base, maxBudgetUsd: 0.00001 }, "2.1.332");
    expect(Number(argv[argv.indexOf("--max-budget-usd") + 1])).toBeGreaterThan(0);
  });
});

describe("versions", () => {
  it.each([
    ["2.1.211", "refused"],
    ["2.0.999", "refused"],
    ["1.9.999", "refused"],
    ["2.1.212", "warn"],
    ["2.1.239", "warn"],
    ["2.1.240", "ok"],
    ["2.2.0", "ok"],
    ["3.0.0", "ok"],
  ])("%s is %s", (version, expected) => {
    expect(judgeVersion(version)).toBe(expected);
  });

  it("are found in what the CLI prints", () => {
    expect(parseVersion("2.1.332 (Claude Code)\n")).toBe("2.1.332");
    expect(parseVersion("command not found")).toBeNull();
  });
});
