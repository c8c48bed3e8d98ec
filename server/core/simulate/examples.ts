import { parseTree } from "jsonc-parser";
import type { FailedExample } from "#server/contracts/simulation.ts";
import type { AutomationsConfig } from "../automation/automation.ts";
import { lineAt } from "../automation/lines.ts";
import type { Example } from "../automation/parse-examples.ts";
import type { Problem } from "../automation/problem.ts";
import { candidatesForTicket } from "../dispatch/candidates.ts";
import { decide } from "../dispatch/decide.ts";
import type { DispatchSnapshot } from "../dispatch/snapshot.ts";
import { exampleBoard } from "./example-board.ts";
import { owedByExample } from "./example-firings.ts";
import { speakingRefusal } from "./reason.ts";

/** The examples of a file, judged; `index` = place in `tests`. */
export interface JudgedExamples {
  passed: number;
  failed: (FailedExample & { index: number })[];
}

/**
 * Judges the `tests` of a configuration by the dispatcher itself, each on its own small board (see
 * `exampleBoard`). One that fails only because a rule is switched off counts as passed: examples say
 * what rules do, and must not keep anybody from switching one off.
 */
export function runExamples(base: DispatchSnapshot, config: AutomationsConfig): JudgedExamples {
  const judged: JudgedExamples = { passed: 0, failed: [] };
  for (const [index, example] of (config.tests ?? []).entries()) {
    const expected = example.expect.outcome;
    const found = outcomeOf(base, config, example);
    if (found === expected || outcomeOf(base, allOn(config), example) === expected) {
      judged.passed += 1;
    } else {
      const message = `example '${example.name}': expected ${expected}, found ${found}`;
      judged.failed.push({ index, name: example.name, expected, found, message });
    }
  }
  return judged;
}

/** Failed examples as remarks on the text they stand in. */
export function exampleRemarks(text: string, { failed }: JudgedExamples): Problem[] {
  const tree = parseTree(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true });
  return failed.map(({ index, message, expected, found }) => ({
    path: `tests[${index}]`,
    ...(tree === undefined ? {} : lineAt(text, tree, ["tests", index])),
    message,
    expected,
    found,
  }));
}

function outcomeOf(base: DispatchSnapshot, config: AutomationsConfig, example: Example): string {
  const { snapshot, tickets } = exampleBoard(base, config, example);
  const candidates = tickets.flatMap((ticket) =>
    candidatesForTicket(snapshot, ticket, owedByExample(snapshot, ticket, example)),
  );
  const decision = decide(snapshot, candidates);
  const isAsked = ({ candidate }: { candidate: { ticket: { number: number } | null } }): boolean =>
    candidate.ticket?.number === example.expect.ticket;
  if (decision.admissions.some(isAsked)) return "admitted";
  const refusals = decision.refusals.filter(isAsked).map(({ gates }) => gates);
  return speakingRefusal(refusals)?.code ?? "NO_MATCH";
}

function allOn(config: AutomationsConfig): AutomationsConfig {
  return {
    ...config,
    automations: config.automations.map((automation) => ({ ...automation, enabled: true })),
  };
}
