import type { FieldChange } from "#server/contracts/activity.ts";
import { priorities, type Priority } from "#server/contracts/words.ts";
import type { Translate } from "#app/_lib/i18n/translate.ts";
import type { storyWords } from "./story-words.ts";

export type StoryTranslate = Translate<(typeof storyWords)["en"]>;

/** A change of a ticket in the reader's language, as the rest of a sentence about who made it. */
export function changeText(
  { field, from, to }: FieldChange,
  t: StoryTranslate,
  priorityName: (priority: Priority) => string,
): string {
  switch (field) {
    case "status":
      return from === null || from === undefined
        ? t("change.statusFirst", { to: text(to) })
        : t("change.status", { from: text(from), to: text(to) });
    case "assignee":
      return isEmpty(to)
        ? t("change.unassigned", { from: text(from) })
        : t("change.assignee", { to: text(to) });
    case "priority": {
      const word =
        typeof to === "number" ? priorities[to] : priorities.find((priority) => priority === to);
      return t("change.priority", { to: word === undefined ? text(to) : priorityName(word) });
    }
    case "title":
      return t("change.title", { from: text(from) });
    case "description":
      return t("change.description");
    case "labels":
      return isEmpty(to) ? t("change.noLabels") : t("change.labels", { to: text(to) });
    case "parent":
      return isEmpty(to) ? t("change.noParent") : t("change.parent", { to: text(to) });
    case "order":
      return t("change.order");
    case "blockers":
      return t("change.blockers");
  }
}

function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  );
}

function text(value: unknown): string {
  if (Array.isArray(value)) return value.map(text).join(", ");
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
