import type { SmallestChange } from "#server/contracts/why.ts";
import type { RunProblem, RunRequest } from "../../automation/plan.ts";
import { suggest } from "../change.ts";
import type { GateContext } from "../context.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { say } from "../sentence.ts";
import type { DispatchSnapshot } from "../snapshot.ts";

type Reason =
  | { why: Exclude<RunProblem["code"], "no_automation">; agent: string | null }
  | { why: "no_skill"; agent: string }
  | { why: "no_skill_file" | "refused_skill_file"; agent: string; file: string }
  | { why: "cli"; problem: string };

/** Nobody to run: no assignee, a person, no member, no skill file, or no usable agent CLI (rule 23). */
export const agentUnavailable: Gate = {
  judge(context) {
    if (context.request.kind === "actions") return notApplicable;
    const reason = reasonOf(context);
    return { pass: reason === null, expected: "an agent that can start", actual: reason };
  },
  sentence(context) {
    const reason = reasonOf(context);
    if (reason?.why === "cli") {
      return say("gate.AGENT_UNAVAILABLE.cli", { problem: reason.problem });
    }
    return say(`gate.AGENT_UNAVAILABLE.${reason?.why ?? "no_agent"}`, {
      agent: reason?.agent ?? "",
      ...(reason !== null && "file" in reason ? { file: reason.file } : {}),
    });
  },
  change(context) {
    const reason = reasonOf(context);
    switch (reason?.why) {
      case "cli":
        return suggest("change.mend_cli", { problem: reason.problem });
      case "no_skill":
        return suggest("change.write_skill", { agent: reason.agent });
      case "no_skill_file":
        return suggest("change.write_skill_file", { file: reason.file, agent: reason.agent });
      case "refused_skill_file":
        return suggest("change.mend_skill_file", { file: reason.file });
      case "not_a_member":
        return assignment(context) ?? suggest("change.add_member", { agent: reason.agent ?? "" });
      case "no_assignee":
      case "assignee_is_person":
        return assignment(context);
      case "no_agent":
      case undefined:
        return null;
    }
  },
};

function reasonOf({ request, run, member, snapshot }: GateContext): Reason | null {
  if (request.kind === "problem") {
    // The gate AUTOMATION_OFF speaks of an automation that is gone.
    return request.code === "no_automation" ? null : { why: request.code, agent: request.agent };
  }
  if (run === null) return null;
  const skill = skillReason(run, member?.hasSkill === true, snapshot);
  if (skill !== null) return skill;
  const { cliProblem } = snapshot.machine;
  return cliProblem === null || snapshot.project.isDemo
    ? null
    : { why: "cli", problem: cliProblem };
}

/** As a run finds its skill: the file its action names, where that is not there the agent's own. */
function skillReason(
  { agent, skillFile }: RunRequest,
  hasSkill: boolean,
  snapshot: DispatchSnapshot,
): Reason | null {
  if (skillFile === null) return hasSkill ? null : { why: "no_skill", agent };
  const problem = snapshot.project.skillFileProblems?.[skillFile];
  if (problem === "refused") return { why: "refused_skill_file", agent, file: skillFile };
  return problem === "missing" && !hasSkill
    ? { why: "no_skill_file", agent, file: skillFile }
    : null;
}

/** Assigning an agent helps only where the assignee decides and nothing else is in the way. */
function assignment({ automation, candidate, snapshot }: GateContext): SmallestChange | null {
  const isByAssignee =
    automation === null
      ? candidate.agent === null
      : automation.actions.some(
          (action) => action.type === "runAgent" && action.agent === "{assignee}",
        );
  const [slug] = Object.values(snapshot.members)
    .filter((member) => member.kind === "agent" && member.hasSkill && !member.isSupervisor)
    .map((member) => member.slug)
    .toSorted();
  if (!isByAssignee || slug === undefined) return null;
  const isEnough = snapshot.machine.cliProblem === null || snapshot.project.isDemo;
  return suggest("change.assign", { slug }, isEnough ? { kind: "assign", slug } : null);
}
