/** What became of one action of a rule, for the log and for people. */
export interface ActionNote {
  type: string;
  /** Place in the automation's actions. */
  index: number;
  ok: boolean;
  /** One sentence. */
  text: string;
}

/** The part of an activity's data that carries them; nothing where there is none. */
export function noteData(notes: ActionNote[]): { actions?: ActionNote[] } {
  return notes.length === 0 ? {} : { actions: notes };
}
