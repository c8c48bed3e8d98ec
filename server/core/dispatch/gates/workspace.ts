import { suggest } from "../change.ts";
import type { GateContext } from "../context.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { joinWords, say } from "../sentence.ts";

/** Missing, not a directory, outside the allowed roots, no git repository for a worktree. */
export const workspaceInvalid: Gate = {
  judge({ run, snapshot }) {
    if (run === null) return notApplicable;
    const problem = snapshot.project.workspaceProblem;
    return { pass: problem === null, expected: "a usable folder", actual: problem };
  },
  sentence: ({ snapshot }) =>
    say("gate.WORKSPACE_INVALID", { problem: snapshot.project.workspaceProblem ?? "" }),
  change: ({ snapshot }) =>
    suggest("change.mend_workspace", { problem: snapshot.project.workspaceProblem ?? "" }),
};

/** Settings of the agent CLI, its hooks or MCP servers that nobody accepted (rule 5). */
export const workspaceUntrusted: Gate = {
  judge(context) {
    if (context.run === null) return notApplicable;
    const { settingsProblem } = context.snapshot.project;
    return {
      pass: !settingsProblem,
      expected: "settings a person accepted",
      actual: settingsProblem ? settingsProblem.changedFiles.toSorted() : null,
    };
  },
  sentence: (context) => say("gate.WORKSPACE_UNTRUSTED", { files: filesOf(context) }),
  change: (context) =>
    suggest("change.accept_settings", { files: filesOf(context) }, { kind: "accept_settings" }),
};

function filesOf({ snapshot }: GateContext): string {
  return joinWords(snapshot.project.settingsProblem?.changedFiles.toSorted() ?? []);
}
