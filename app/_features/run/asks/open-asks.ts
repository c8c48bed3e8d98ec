import { runEventPayloadSchemas } from "#server/contracts/run-event.ts";
import type { OpenQuestion } from "#server/contracts/ticket.ts";
import type { Ask } from "../transcript/row.ts";

/** An ask that may be answered now, with the id under which it is stored. */
export interface OpenAsk {
  ask: Ask;
  questionId: string;
  isParked: boolean;
  /** What "for this run" and "always" would allow, as the server will write it; null = no such rule. */
  rule: string | null;
}

/**
 * What may be answered: the stored questions of the run that are open or parked. A question the
 * transcript shows before the stored one was read waits for it, since only a stored one has an id.
 */
export function openAsks(
  run: string,
  asks: readonly Ask[],
  questions: readonly OpenQuestion[],
  states: readonly OpenQuestion["state"][] = ["open", "parked"],
): OpenAsk[] {
  return questions
    .filter((question) => question.runId === run && states.includes(question.state))
    .flatMap((question) => {
      const requestId = requestIdOf(question);
      const ask = asks.find((candidate) => candidate.requestId === requestId) ?? askOf(question);
      return ask === null
        ? []
        : [
            {
              ask,
              questionId: question.id,
              isParked: question.state === "parked",
              rule: ruleOf(question),
            },
          ];
    });
}

/** Asks in the transcript that no stored question is known for yet. */
export function unknownAsks(
  run: string,
  asks: readonly Ask[],
  questions: readonly OpenQuestion[],
): Ask[] {
  const known = questions.filter((question) => question.runId === run).map(requestIdOf);
  return asks.filter((ask) => !known.includes(ask.requestId));
}

function ruleOf({ payload }: OpenQuestion): string | null {
  return typeof payload.rule === "string" ? payload.rule : null;
}

function requestIdOf(question: OpenQuestion): string {
  const { requestId } = question.payload;
  return typeof requestId === "string" ? requestId : question.id;
}

function askOf(question: OpenQuestion): Ask | null {
  const base = {
    requestId: requestIdOf(question),
    state: "open",
    answer: null,
    actor: null,
    answeredAt: null,
  } as const;
  if (question.kind === "question") {
    const parsed = runEventPayloadSchemas.question.shape.questions.safeParse(
      question.payload.questions,
    );
    if (!parsed.success) return null;
    return { ...base, type: "question", tool: null, input: null, questions: parsed.data };
  }
  const { tool, input } = question.payload;
  return {
    ...base,
    type: question.kind,
    tool: typeof tool === "string" ? tool : null,
    input,
    questions: [],
  };
}
