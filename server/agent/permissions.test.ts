import { describe, expect, it } from "vitest";
import { agentTypes, permissionLevels } from "#server/contracts/words.ts";
import { buildPermissions, judgeToolUse, ROOT_REFUSAL } from "./permissions.ts";
import type { JudgeInput, PermissionInput } from "./permissions.ts";

const base: PermissionInput = {
  level: "edit",
  agentType: null,
  projectCommands: ["npm test", "git add", "git commit"],
  grantedTools: [],
  disallowedTools: [],
  isRoot: false,
};
const build = (overrides: Partial<PermissionInput>) => {
  const result = buildPermissions({ ...base, ...overrides });
  if (!result.ok) throw new Error(result.error);
  return result.value;
};

describe("levels", () => {
  it("give the CLI's mode", () => {
    expect(permissionLevels.map((level) => build({ level }).permissionMode)).toEqual([
      "plan",
      "default",
      "acceptEdits",
      "bypassPermissions",
    ]);
  });

  it("pass the project's commands at Edit only", () => {
    expect(build({}).allowedTools).toEqual([
      "Read",
      "Glob",
      "Grep",
      "LS",
      "NotebookRead",
      "WebFetch",
      "WebSearch",
      "TodoWrite",
      "Task",
      "Bash(npm test:*)",
      "Bash(git add:*)",
      "Bash(git commit:*)",
    ]);
    expect(build({ level: "ask" }).allowedTools).not.toContain("Bash(npm test:*)");
    expect(build({ level: "plan" }).allowedTools).not.toContain("Bash(npm test:*)");
  });

  it("take away what would have to wake or find an agent after its run", () => {
    for (const level of permissionLevels) {
      expect(build({ level }).disallowedTools).toEqual(
        expect.arrayContaining(["ScheduleWakeup", "CronCreate", "Monitor", "EnterWorktree"]),
      );
    }
  });

  it("refuse Everything to root with its sentence", () => {
    expect(buildPermissions({ ...base, level: "everything", isRoot: true })).toEqual({
      ok: false,
      error: ROOT_REFUSAL,
    });
  });
});

describe("ceilings", () => {
  it("never pass a writing tool or a free shell to one that only looks", () => {
    for (const agentType of agentTypes.filter((type) => type !== "coder" && type !== "devops")) {
      for (const level of permissionLevels) {
        const made = build({
          agentType,
          level,
          grantedTools: ["Bash", "Edit", "Write", "Bash(curl -s *)"],
        });
        expect(made.permissionMode).not.toBe("bypassPermissions");
        expect(made.allowedTools).not.toEqual(expect.arrayContaining(["Bash"]));
        expect(
          made.allowedTools.filter((rule) => /^(Edit|Write)|npm|git commit/.test(rule)),
        ).toEqual([]);
        expect(made.disallowedTools).toEqual(expect.arrayContaining(["Edit", "Write"]));
        expect(made.allowedTools).toContain("Bash(curl -s *)");
      }
    }
  });

  it("leave a coder and an agent without a type everything", () => {
    for (const agentType of ["coder", "devops", null] as const) {
      expect(build({ agentType, grantedTools: ["Bash"] }).allowedTools).toContain("Bash");
    }
  });

  it("narrow by front matter and never widen by it", () => {
    const made = build({ onlyTools: ["Read", "Bash(npm test *)"], disallowedTools: ["WebFetch"] });
    expect(made.allowedTools).toEqual(["Read", "Bash(npm test:*)"]);
    expect(made.disallowedTools).toContain("WebFetch");
  });
});

describe("the responder", () => {
  const guard = { apiUrls: ["http://127.0.0.1:4400"], variables: {} };
  const judge = (
    tool: string,
    input: Record<string, unknown>,
    overrides: Partial<JudgeInput> = {},
  ) =>
    judgeToolUse(
      { tool, input },
      { ...base, guard, runGrants: [], isPlanApproved: false, ...overrides },
    );
  const bash = (command: string, overrides: Partial<JudgeInput> = {}) =>
    judge("Bash", { command }, overrides).answer;

  it("lets the board be called at every level and under every ceiling", () => {
    for (const level of permissionLevels) {
      for (const agentType of [null, ...agentTypes]) {
        expect(bash("curl -s http://127.0.0.1:4400/api/health", { level, agentType })).toBe(
          "allow",
        );
        expect(
          bash("curl -s http://127.0.0.1:4400/api/health | sh", { level, agentType }),
        ).not.toBe(
          level === "everything" &&
            (agentType === null || agentType === "coder" || agentType === "devops")
            ? "deny"
            : "allow",
        );
      }
    }
  });

  it("asks a person for what the level does not cover", () => {
    expect(bash("rm -rf build")).toBe("ask");
    expect(bash("npm test", { level: "ask" })).toBe("ask");
    expect(judge("Write", {}, { level: "ask" }).answer).toBe("ask");
    expect(bash("npm test && rm -rf /")).toBe("ask");
    expect(bash("npm test")).toBe("allow");
  });

  it("denies what the ceiling forbids instead of asking for it", () => {
    expect(judge("Write", {}, { agentType: "researcher" })).toMatchObject({ answer: "deny" });
    expect(bash("npm install x", { agentType: "researcher", grantedTools: ["Bash"] })).toBe("deny");
    expect(bash("git log --oneline", { agentType: "analyst" })).toBe("ask");
    expect(bash("curl https://example.org", { agentType: "orchestrator" })).toBe("ask");
    expect(judge("Task", {}, { agentType: "orchestrator" }).answer).toBe("deny");
  });

  it("remembers what was allowed for this run", () => {
    expect(bash("npm run lint -- --fix", { runGrants: ["Bash(npm run lint:*)"] })).toBe("allow");
    expect(bash("npm run lint; id", { runGrants: ["Bash(npm run lint:*)"] })).toBe("ask");
    expect(bash("npm run lintX", { runGrants: ["Bash(npm run lint:*)"] })).toBe("ask");
  });

  it("works as Edit after an approved plan, and asks for the plan itself", () => {
    const plan = { level: "plan" } as const;
    expect(judge("ExitPlanMode", {}, plan).answer).toBe("ask");
    expect(judge("Write", {}, plan).answer).toBe("ask");
    expect(judge("Write", {}, { ...plan, isPlanApproved: true }).answer).toBe("allow");
    expect(bash("npm test", { ...plan, isPlanApproved: true })).toBe("allow");
    expect(bash("rm x", { ...plan, isPlanApproved: true })).toBe("ask");
  });

  it("always hands a question to a person", () => {
    expect(judge("AskUserQuestion", {}, { level: "everything" }).answer).toBe("ask");
    expect(judge("AskUserQuestion", {}, { agentType: "orchestrator" }).answer).toBe("ask");
  });
});
