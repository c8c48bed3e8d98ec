import { z } from "zod";
import type { OpenQuestion } from "#server/contracts/ticket.ts";

const payloadSchema = z.looseObject({
  questions: z.array(
    z.looseObject({
      question: z.string(),
      multiSelect: z.boolean().optional(),
      options: z.array(z.looseObject({ label: z.string(), description: z.string().optional() })),
    }),
  ),
});

export interface ShortQuestion {
  question: string;
  options: string[];
}

const shownOptions = 3;
const shortLabel = 24;

/** A question that a few buttons can answer where it stands; null: it needs its panel. */
export function shortQuestionOf(
  question: OpenQuestion,
  states: readonly OpenQuestion["state"][] = ["open"],
): ShortQuestion | null {
  if (question.kind !== "question" || !states.includes(question.state)) return null;
  const payload = payloadSchema.safeParse(question.payload);
  const [only, ...others] = payload.success ? payload.data.questions : [];
  if (!only || others.length > 0 || only.multiSelect) return null;
  const options = only.options.map((option) => option.label);
  const isShort =
    options.length > 0 &&
    options.length <= shownOptions &&
    options.every((label) => label.length <= shortLabel);
  return isShort ? { question: only.question, options } : null;
}

/** The text to show for any question, plan or permission request. */
export function questionText(question: OpenQuestion): string | null {
  const payload = payloadSchema.safeParse(question.payload);
  return payload.success ? (payload.data.questions[0]?.question ?? null) : null;
}
