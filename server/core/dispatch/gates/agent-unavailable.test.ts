import { expect, it } from "vitest";
import {
  buildCandidate,
  buildMember,
  buildSnapshot,
  dispatchRule,
  readConfig,
} from "../../testing/board.ts";
import { project } from "../../testing/gate-scene.ts";
import { smallestChange } from "../explain.ts";
import { evaluateGates } from "../gates.ts";
import type { SkillFileProblem } from "../snapshot.ts";

type Row = {
  named: boolean;
  problem: SkillFileProblem | null;
  hasOwn: boolean;
  why: string | null;
  change: string | null;
};

/** As a run finds its skill: the file its action names, else its agent's own (engine.md §1). */
const rows: Row[] = [
  { named: false, problem: null, hasOwn: true, why: null, change: null },
  { named: false, problem: null, hasOwn: false, why: "no_skill", change: "write_skill" },
  { named: true, problem: null, hasOwn: true, why: null, change: null },
  { named: true, problem: null, hasOwn: false, why: null, change: null },
  { named: true, problem: "missing", hasOwn: true, why: null, change: null },
  {
    named: true,
    problem: "missing",
    hasOwn: false,
    why: "no_skill_file",
    change: "write_skill_file",
  },
  {
    named: true,
    problem: "refused",
    hasOwn: true,
    why: "refused_skill_file",
    change: "mend_skill_file",
  },
  {
    named: true,
    problem: "refused",
    hasOwn: false,
    why: "refused_skill_file",
    change: "mend_skill_file",
  },
];

function sceneOf({ named, problem, hasOwn }: Row) {
  const skill = named ? { skillFile: "team/{assignee}.md" } : {};
  const actions = [{ type: "runAgent", agent: "{assignee}", ...skill }];
  const snapshot = buildSnapshot({
    config: readConfig([{ ...dispatchRule, actions }]),
    ...project({
      skillFileProblems: problem === null ? {} : { "team/programmer.md": problem },
    }),
    members: { programmer: buildMember("programmer", { hasSkill: hasOwn }) },
  });
  return { snapshot, candidate: buildCandidate() };
}

it.each(rows)(
  "file named: $named, it is $problem, agent's own: $hasOwn → $why",
  ({ why, change, ...row }) => {
    const { snapshot, candidate } = sceneOf({ why, change, ...row });
    const gates = evaluateGates(snapshot, candidate);
    const gate = gates.find(({ code }) => code === "AGENT_UNAVAILABLE");
    expect(gate).toMatchObject({ pass: why === null });
    if (why === null || gate === undefined) return;
    expect(gate.actual).toMatchObject({ why, agent: "programmer" });
    expect(smallestChange(gate, snapshot, candidate)?.sentence.key).toBe(`change.${change}`);
  },
);
