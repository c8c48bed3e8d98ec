import type { Sentence } from "#server/contracts/why.ts";
import type { Automation } from "../automation/automation.ts";
import type { Condition } from "../automation/conditions/registry.ts";
import { say } from "../dispatch/sentence.ts";

/**
 * A reason why the conditions can never all hold, as far as it can be told from the file alone; null =
 * nothing was found. What depends on the board (counts, ages, children) is left to the board.
 */
export function contradictionIn(
  { trigger, conditions }: Automation,
  rootLength: number | undefined,
): Sentence | null {
  const columns = sets(conditions, "ticketInColumn", ({ columns: names }) => names);
  if (trigger.type === "ticketInColumn") columns.wanted.unshift(trigger.columns);
  const assignees = sets(conditions, "assignedTo", ({ slugs }) =>
    slugs.length === 0 ? [""] : slugs,
  );
  if (trigger.type === "ticketInColumn" && trigger.assigneeSlug !== undefined) {
    assignees.wanted.unshift([trigger.assigneeSlug]);
  }
  const priorities = sets(conditions, "priority", ({ priorities: names }) => names);
  if (isEmpty(columns)) return say("never.contradiction.column");
  if (isEmpty(assignees)) return say("never.contradiction.assignee");
  if (isEmpty(priorities)) return say("never.contradiction.priority");
  if (hasLabelContradiction(conditions)) return say("never.contradiction.labels");
  if (hasLengthContradiction(conditions, rootLength)) return say("never.contradiction.length");
  return hasParentContradiction(conditions) ? say("never.contradiction.parent") : null;
}

interface Sets {
  /** The value has to be in every one of them. */
  wanted: string[][];
  /** And in none of these. */
  refused: string[];
}

type Of<Type extends Condition["type"]> = Extract<Condition, { type: Type }>;

function sets<Type extends Condition["type"]>(
  conditions: readonly Condition[],
  type: Type,
  valuesOf: (condition: Of<Type>) => readonly string[],
): Sets {
  const found: Sets = { wanted: [], refused: [] };
  for (const condition of conditions) {
    if (!isOf(condition, type)) continue;
    if (condition.negate) found.refused.push(...valuesOf(condition));
    else found.wanted.push([...valuesOf(condition)]);
  }
  return found;
}

function isOf<Type extends Condition["type"]>(
  condition: Condition,
  type: Type,
): condition is Of<Type> {
  return condition.type === type;
}

/** No value is left that all of them allow. */
function isEmpty({ wanted, refused }: Sets): boolean {
  const [first, ...others] = wanted;
  if (first === undefined) return false;
  return !first.some(
    (value) => others.every((set) => set.includes(value)) && !refused.includes(value),
  );
}

/** A label that one condition asks for and another one refuses. */
function hasLabelContradiction(conditions: readonly Condition[]): boolean {
  const { wanted, refused } = sets(conditions, "labels", ({ labels }) =>
    labels.map((label) => label.toLowerCase()),
  );
  return wanted.some((any) => any.every((label) => refused.includes(label)));
}

function hasLengthContradiction(
  conditions: readonly Condition[],
  rootLength: number | undefined,
): boolean {
  for (const field of ["description", "title"] as const) {
    let least = field === "description" ? (rootLength ?? 0) : 0;
    let most = Infinity;
    for (const condition of conditions) {
      const bound = boundOf(condition, field);
      if (bound === null) continue;
      if (bound.mode === "min") least = Math.max(least, bound.length);
      else most = Math.min(most, bound.length);
    }
    if (least > most) return true;
  }
  return false;
}

/** A lower or upper bound of the field's length; negated, a minimum of 50 is a maximum of 49. */
function boundOf(
  condition: Condition,
  field: "description" | "title",
): { mode: "min" | "max"; length: number } | null {
  if (condition.type !== "minDescriptionLength" && condition.type !== "fieldLength") return null;
  const isAbout = condition.type === "minDescriptionLength" ? "description" : condition.field;
  if (isAbout !== field) return null;
  const mode = condition.type === "minDescriptionLength" ? "min" : condition.mode;
  if (!condition.negate) return { mode, length: condition.length };
  return mode === "min"
    ? { mode: "max", length: condition.length - 1 }
    : { mode: "min", length: condition.length + 1 };
}

function hasParentContradiction(conditions: readonly Condition[]): boolean {
  const answers = new Set(
    conditions.flatMap((condition) =>
      condition.type === "hasParent" ? [condition.value !== condition.negate] : [],
    ),
  );
  return answers.size > 1;
}
