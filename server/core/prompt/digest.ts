import { firstCharacters, oneLine } from "./one-line.ts";

/** Longest summary of one run or sub-ticket (runs.md §8), in characters. */
const SUMMARY_CHARACTERS = 300;

/** Something that ended, told to an agent that did not see it. */
export interface DigestLine {
  /** `Run 2`, `#43`. */
  name: string;
  /** `failed`, `done`, `deleted`. */
  state: string;
  /** Title or what the agent said last; empty = nothing to tell. */
  text: string;
}

/**
 * Lines about what ended, as data between two marks: what tickets and agents wrote never reads as an
 * instruction (S-21). `delimiter` is random per run and cannot occur in the lines.
 */
export function buildDigest(lines: readonly DigestLine[], delimiter: string): string {
  const body = lines.map(({ name, state, text }) => {
    const summary = firstCharacters(oneLine(text).trim(), SUMMARY_CHARACTERS);
    return `${name} ${state}${summary === "" ? "" : `: ${summary}`}`;
  });
  return [
    `<data-${delimiter}>`,
    ...body.map((line) => line.replaceAll(delimiter, "")),
    `</data-${delimiter}>`,
  ].join("\n");
}
