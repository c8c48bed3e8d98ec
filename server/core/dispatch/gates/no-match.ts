import type { Sentence, SmallestChange } from "#server/contracts/why.ts";
import type { Locale } from "../../automation/node.ts";
import type { Mismatch } from "../../automation/triggers/trigger.ts";
import { suggest } from "../change.ts";
import type { GateContext } from "../context.ts";
import { notApplicable } from "../gate.ts";
import type { Gate } from "../gate.ts";
import { say } from "../sentence.ts";
import { ruleName } from "./automation-off.ts";

/** The trigger does not select this ticket; says which part. */
export const noMatch: Gate = {
  judge(context) {
    if (!context.isSelectedByRule || context.candidate.cause === "chain") return notApplicable;
    const mismatches = mismatchesOf(context);
    return {
      pass: mismatches.length === 0,
      expected:
        context.trigger?.describe(context.automation?.trigger ?? { type: "" }, "en") ?? null,
      actual: mismatches.length === 0 ? null : mismatches,
    };
  },
  sentence: (context) => mismatchSentence(context, mismatchesOf(context)[0]),
  change: (context) => mismatchChange(context, mismatchesOf(context)),
};

function mismatchesOf(context: GateContext): Mismatch[] {
  const { trigger, automation, snapshot, ticket, candidate } = context;
  if (trigger === null || automation === null) return [{ part: "invalid" }];
  const found = trigger.mismatches(automation.trigger, {
    snapshot,
    ticket,
    firing: candidate.firing,
  });
  return found.length === 0 && enteredBefore(context) ? [{ part: "entered_before" }] : found;
}

/** "Only tickets that enter from now on" (ux.md 12). */
function enteredBefore({ trigger, automationState, ticket, candidate }: GateContext): boolean {
  // "Start with one": that ticket is owed as a firing of its own.
  if (candidate.firing !== null) return false;
  const startsAfter = automationState?.startsAfter ?? null;
  const entered = ticket?.enteredColumnRevision ?? null;
  return (
    trigger?.kind === "level" && startsAfter !== null && entered !== null && entered <= startsAfter
  );
}

function mismatchSentence(context: GateContext, mismatch: Mismatch | undefined): Sentence {
  const rule = ruleName(context);
  const column = context.ticket?.column ?? "";
  switch (mismatch?.part) {
    case "column":
      return mismatch.unknownColumns.length > 0 &&
        mismatch.unknownColumns.length === mismatch.columns.length
        ? say("gate.NO_MATCH.unknown_column", { rule, columns: mismatch.columns.join(", ") })
        : say("gate.NO_MATCH.column", {
            rule,
            column: mismatch.column,
            columns: mismatch.columns.length === 0 ? "no column" : mismatch.columns.join(" or "),
          });
    case "assignee":
      return mismatch.assignee === null
        ? say("gate.NO_MATCH.unassigned", { rule, expected: mismatch.expected })
        : say("gate.NO_MATCH.assignee", {
            rule,
            assignee: mismatch.assignee,
            expected: mismatch.expected,
          });
    case "event":
      return say("gate.NO_MATCH.event", { rule, ...eventWords(context) });
    case "entered_before":
      return say("gate.NO_MATCH.entered_before", { rule, column });
    case "ticketless":
      return say("gate.NO_MATCH.ticketless", { rule });
    case "invalid":
    case undefined:
      return say("gate.NO_MATCH.invalid", { rule });
  }
}

function mismatchChange(context: GateContext, mismatches: Mismatch[]): SmallestChange | null {
  const [first, second] = mismatches;
  if (first?.part === "column") {
    const column = first.columns.find((name) => !first.unknownColumns.includes(name));
    if (column === undefined) return null;
    return second?.part === "assignee"
      ? suggest("change.move_and_assign", { column, slug: second.expected })
      : suggest("change.move", { column }, { kind: "move", column });
  }
  if (first?.part === "assignee") {
    const slug = first.expected;
    return suggest("change.assign", { slug }, { kind: "assign", slug });
  }
  if (first?.part === "event") return suggest("change.event", eventWords(context));
  return first?.part === "entered_before"
    ? suggest("change.enter_again", { column: context.ticket?.column ?? "" })
    : null;
}

/** "when somebody comments on a ticket", in both languages. */
function eventWords({ automation, trigger }: GateContext): Record<"event" | "event.fr", string> {
  const inWords = (locale: Locale): string => {
    const text = trigger?.describe(automation?.trigger ?? { type: "" }, locale) ?? "";
    return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
  };
  return { event: inWords("en"), "event.fr": inWords("fr") };
}
