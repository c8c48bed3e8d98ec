import { suggest } from "../change.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { say } from "../sentence.ts";

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

/** Settings of the agent CLI that nobody accepted (rule 5): passes while nothing is known of them. */
export const workspaceUntrusted: Gate = {
  judge: () => notApplicable,
  sentence: () => say("gate.WORKSPACE_UNTRUSTED"),
  change: () => suggest("change.accept_settings"),
};
