import { suggest } from "../change.ts";
import type { Gate } from "../gate.ts";
import { say } from "../sentence.ts";

/** The project, or everything, is paused: no new starts, running ones go on (rule 20). */
export const projectPaused: Gate = {
  judge({ snapshot: { project } }) {
    const isPaused = project.isPaused || project.isEverythingPaused;
    const by = project.isEverythingPaused ? "everything" : project.pausedBy;
    return { pass: !isPaused, expected: "not paused", actual: isPaused ? { by } : null };
  },
  sentence: ({ snapshot: { project } }) =>
    project.isEverythingPaused
      ? say("gate.PROJECT_PAUSED.everything")
      : say("gate.PROJECT_PAUSED", { by: project.pausedBy ?? "somebody" }),
  change: ({ snapshot: { project } }) =>
    project.isEverythingPaused
      ? suggest("change.resume_everything")
      : suggest("change.resume_project", {}, { kind: "resume_project" }),
};
