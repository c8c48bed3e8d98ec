import type { JudgeInput } from "../agent/permissions.ts";
import type { RunSession } from "./run-session.ts";

/** What this run may do without a person, as it stands now. */
export function judgeInput(session: RunSession): JudgeInput {
  const named = session.variables["KITTYCLAW_API_URL"];
  return {
    ...session.permissions,
    guard: {
      apiUrls: named === undefined ? [session.apiUrl] : [session.apiUrl, named],
      variables: session.variables,
    },
    runGrants: session.runGrants,
    isPlanApproved: session.isPlanApproved,
  };
}
