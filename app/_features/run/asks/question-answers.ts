import type { Ask } from "../transcript/row.ts";

/** What a person chose and typed, per question text. */
export interface Choice {
  labels: readonly string[];
  other: string;
}
export type Choices = Readonly<Record<string, Choice>>;

export const noChoice: Choice = { labels: [], other: "" };

/** The answer to send, or null while a question has none. One label is a text, several are a list. */
export function answersOf(
  questions: Ask["questions"],
  choices: Choices,
): Record<string, string | string[]> | null {
  const answers: Record<string, string | string[]> = {};
  for (const { question, multiSelect } of questions) {
    const { labels, other } = choices[question] ?? noChoice;
    const typed = other.trim();
    const all = typed === "" ? [...labels] : multiSelect === true ? [...labels, typed] : [typed];
    const [only] = all;
    if (only === undefined) return null;
    answers[question] = all.length === 1 ? only : all;
  }
  return answers;
}

export function toggleLabel(choice: Choice, label: string, isMulti: boolean): Choice {
  if (!isMulti) return { labels: [label], other: "" };
  const labels = choice.labels.includes(label)
    ? choice.labels.filter((chosen) => chosen !== label)
    : [...choice.labels, label];
  return { ...choice, labels };
}
