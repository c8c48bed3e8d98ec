import { saidComments, type LineComment, type ReviewDraft } from "#app/_lib/review-draft.ts";
import { openFence } from "../text/close-fence.ts";

/** A quoted line is cut beyond this. */
const maxQuote = 400;

/**
 * The one message of Send back, in Markdown: the free words, then for each line `file:line`, the line as
 * a difference shows it, and what was said about it. Files in the order of the alphabet, lines in that of
 * the file. Whatever the words and lines hold, no part runs into the next.
 */
export function sendBackText(draft: ReviewDraft): string {
  const ordered = saidComments(draft).toSorted((a, b) =>
    a.path === b.path
      ? a.line - b.line || (a.type === "removed" ? -1 : 1)
      : a.path < b.path
        ? -1
        : 1,
  );
  const parts = [closed(draft.text), ...ordered.map(commentText)];
  return parts.filter((part) => part !== "").join("\n\n");
}

const signs = { same: " ", added: "+", removed: "-" } as const;

function commentText({ path, line, type, quote, text }: LineComment): string {
  const shown = quote.length > maxQuote ? `${quote.slice(0, maxQuote)}…` : quote;
  const fence = "`".repeat(Math.max(3, longestRun(shown) + 1));
  return [
    codeSpan(`${path}:${line}`),
    "",
    `${fence}diff`,
    `${signs[type]}${shown.replaceAll(/[\r\n]+/g, " ")}`,
    fence,
    "",
    closed(text),
  ].join("\n");
}

/** A fence that somebody left open ends with their words. */
function closed(text: string): string {
  const words = text.trim();
  const open = openFence(words);
  return open === null ? words : `${words}\n${open}`;
}

/** Names of files may hold anything, backticks and line ends too. */
function codeSpan(text: string): string {
  const line = text.replaceAll(/[\r\n]+/g, " ");
  const marks = "`".repeat(longestRun(line) + 1);
  const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${marks}${pad}${line}${pad}${marks}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
