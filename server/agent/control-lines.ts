/** Answers to the CLI's `can_use_tool` requests, for `{kind: "answer", requestId, response}`. */

type Response = Record<string, unknown>;
type Input = Record<string, unknown>;

/** `input` as the request brought it, or changed. */
export function allowTool(input: Input): Response {
  return { behavior: "allow", updatedInput: input };
}

/** The message is what the model reads. `interrupt` also ends the turn. */
export function denyTool(message: string, interrupt = false): Response {
  return { behavior: "deny", message, interrupt };
}

/** AskUserQuestion: the chosen label (or free text) per question; several are joined by ", ". */
export function answerQuestions(
  input: Input,
  answers: Record<string, string | string[]>,
): Response {
  const joined = Object.fromEntries(
    Object.entries(answers).map(([question, answer]) => [
      question,
      Array.isArray(answer) ? answer.join(", ") : answer,
    ]),
  );
  return { behavior: "allow", updatedInput: { ...input, answers: joined } };
}

/** AskUserQuestion of an agent that decides for itself (ux.md 6): each question gets this answer. */
export function leaveToAgent(input: Input, questions: readonly { question: string }[]): Response {
  const answer =
    "Nobody answers questions here. Choose what you think is best, go on, and name your choice in your last message.";
  return answerQuestions(
    input,
    Object.fromEntries(questions.map(({ question }) => [question, answer])),
  );
}

/** ExitPlanMode: an edited plan replaces the agent's; from here on it works in `mode`. */
export function approvePlan(
  input: Input,
  mode: "acceptEdits" | "default",
  editedPlan?: string,
): Response {
  return {
    behavior: "allow",
    updatedInput: editedPlan === undefined ? input : { ...input, plan: editedPlan },
    updatedPermissions: [{ type: "setMode", mode, destination: "session" }],
  };
}

/** What a parked question is told (rule 19). */
export const PARKED_MESSAGE =
  "Stored for the owner; nobody can answer right now. Finish what you can without it and end.";
