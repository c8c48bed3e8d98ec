import { stripEscapes } from "../text/sgr.ts";
import type { Row, ToolRow } from "./row.ts";

/** A row as plain text: for copying, and for finding something in the transcript. */
export function rowText(row: Row): string {
  switch (row.kind) {
    case "tool":
      return toolText(row);
    case "reads":
      return row.items.map(toolText).join("\n");
    case "text":
    case "thinking":
    case "user":
    case "steer":
      return row.text;
    case "output":
      return stripEscapes(row.text);
    case "orphan":
      return stripEscapes(row.result.text);
    case "todo":
      return row.items
        .map((item) => `[${item.state === "completed" ? "x" : " "}] ${item.text}`)
        .join("\n");
    case "started":
      return row.payload.prompt;
    case "result":
      return row.payload.text ?? row.payload.errors.join("\n");
    case "ask":
      return askText(row.ask.input, row.ask.questions);
    case "generic":
      return JSON.stringify(row.event, null, 2);
    default:
      return JSON.stringify(row.payload, null, 2);
  }
}

function toolText(row: ToolRow): string {
  const input = typeof row.input === "string" ? row.input : JSON.stringify(row.input, null, 2);
  const result = row.result === null ? "" : `\n${stripEscapes(row.result.text)}`;
  return `${row.tool} ${input ?? ""}${result}`;
}

function askText(input: unknown, questions: readonly { question: string }[]): string {
  if (questions.length > 0) return questions.map((question) => question.question).join("\n");
  return JSON.stringify(input, null, 2) ?? "";
}

/** Positions of the rows that contain the text, whatever its case. */
export function findRows(
  rows: readonly { kind: string }[],
  query: string,
  textOf: (index: number) => string,
): number[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return [];
  const found: number[] = [];
  for (let index = 0; index < rows.length; index += 1)
    if (textOf(index).toLowerCase().includes(wanted)) found.push(index);
  return found;
}
