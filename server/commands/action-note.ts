import type { Sentence } from "#server/contracts/why.ts";
import { say } from "#server/core/dispatch/sentence.ts";
import type { SentenceKey } from "#server/core/dispatch/sentence-texts.ts";

/** What became of one action of a rule, for the log and for people. */
export interface ActionNote {
  type: string;
  /** Place in the automation's actions. */
  index: number;
  ok: boolean;
  /** One sentence. */
  text: string;
  /** The same for other languages than English; absent on what was noted before they were spoken. */
  sentence?: Sentence;
}

/** A sentence as a note carries it. */
export function told(
  key: SentenceKey,
  values: Record<string, string | number> = {},
): Required<Pick<ActionNote, "text" | "sentence">> {
  const sentence = say(key, values);
  return { text: sentence.text, sentence };
}

/** The part of an activity's data that carries them; nothing where there is none. */
export function noteData(notes: ActionNote[]): { actions?: ActionNote[] } {
  return notes.length === 0 ? {} : { actions: notes };
}
