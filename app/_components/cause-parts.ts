import type { Sentence } from "#server/contracts/why.ts";

export interface CausePart {
  text: string;
  /** What the part names, where it can be gone to. */
  names: "rule" | "run" | null;
}

const SEPARATOR = " · ";

/** The parts of a cause as it is read: what happened, then rule, resumed run and skill where it has them. */
export function causeParts(sentence: Sentence, rendered: string): CausePart[] {
  const { rule = "", run = "", skill = "" } = sentence.values;
  const tail: CausePart["names"][] = [
    ...(rule === "" ? [] : ["rule" as const]),
    ...(run === "" ? [] : ["run" as const]),
    ...(skill === "" ? [] : [null]),
  ];
  const texts = rendered.split(SEPARATOR);
  const first = texts.slice(0, texts.length - tail.length).join(SEPARATOR);
  const rest = texts.slice(texts.length - tail.length);
  return [
    { text: first, names: null },
    ...rest.map((text, index) => ({ text, names: tail[index] ?? null })),
  ];
}
