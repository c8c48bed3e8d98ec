/**
 * The one command that never asks (ux.md 2): a single plain `curl` whose only target is the board's
 * API. Strict on purpose: an option that is not listed, a body read from a file, an output file, a
 * proxy, a redirect, another host, a second URL: all of it asks a person.
 */
import { splitPlainCommand } from "./shell-words.ts";

/** Options without a value. `-L` is missing: a redirect is another target. */
const FLAGS = new Set([
  "-s",
  "--silent",
  "-S",
  "--show-error",
  "-f",
  "--fail",
  "--fail-with-body",
  "-i",
  "--include",
  "-v",
  "--verbose",
  "-G",
  "--get",
  "-q",
  "--compressed",
  "-4",
  "-6",
]);
type Check = (value: string) => boolean;
const isNumber: Check = (value) => /^\d{1,4}(?:\.\d{1,3})?$/.test(value);
/** `@file` reads a file; curl also takes it from `name@file` when it encodes. */
const isInline: Check = (value) => !value.startsWith("@");
const isInlineEncoded: Check = (value) => /^[A-Za-z0-9_.[\]-]*=/.test(value);
const isMethod: Check = (value) => /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/.test(value);
const isHeader: Check = (value) => /^[A-Za-z0-9-]+[:;]/.test(value) && !/[\r\n]/.test(value);
/** No `%output{file}`, no `%header{…}`, no `@file`. */
const isWriteOut: Check = (value) =>
  /^[A-Za-z0-9 :.,_\\/|()=-]*(?:%\{(?:http_code|response_code|size_download|time_total|content_type)\}[A-Za-z0-9 :.,_\\/|()=-]*)*$/.test(
    value,
  );
const OPTIONS = new Map<string, Check>([
  ["-X", isMethod],
  ["--request", isMethod],
  ["-H", isHeader],
  ["--header", isHeader],
  ["-d", isInline],
  ["--data", isInline],
  ["--data-ascii", isInline],
  ["--data-binary", isInline],
  ["--data-raw", () => true],
  ["--json", isInline],
  ["--data-urlencode", isInlineEncoded],
  ["-m", isNumber],
  ["--max-time", isNumber],
  ["--connect-timeout", isNumber],
  ["--retry", isNumber],
  ["--retry-delay", isNumber],
  ["-w", isWriteOut],
  ["--write-out", isWriteOut],
]);

export type CurlGuard = {
  /** Base URLs of the board's API as agents write them, e.g. `http://127.0.0.1:4400`. */
  apiUrls: string[];
  /** Variables our environment defines; others are refused. Values, not names, are checked. */
  variables: Readonly<Record<string, string>>;
};

/** True when the command may run without asking. */
export function isBoardCurl(command: string, guard: CurlGuard): boolean {
  const words = splitPlainCommand(command, guard.variables);
  if (!words || words[0] !== "curl") return false;
  let urls = 0;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (!word.startsWith("-")) {
      urls += 1;
      if (!isBoardUrl(word, guard.apiUrls)) return false;
      continue;
    }
    const option = readOption(word, words[at + 1]);
    if (option === null) return false;
    at += option.consumed;
  }
  return urls === 1;
}

/** `consumed`: how many further words belong to it. */
function readOption(word: string, next: string | undefined): { consumed: number } | null {
  if (FLAGS.has(word)) return { consumed: 0 };
  const check = OPTIONS.get(word);
  if (check) return next !== undefined && check(next) ? { consumed: 1 } : null;
  // Long options are exact: curl would also take unambiguous beginnings and `--no-`.
  if (word.startsWith("--")) return null;
  return readCluster(word, next);
}

/** `-sS`, `-sX POST`, `-XPOST`: letters without a value, then at most one with one. */
function readCluster(word: string, next: string | undefined): { consumed: number } | null {
  for (let at = 1; at < word.length; at += 1) {
    const letter = `-${word[at]}`;
    if (FLAGS.has(letter)) continue;
    const check = OPTIONS.get(letter);
    if (!check) return null;
    const attached = word.slice(at + 1);
    if (attached !== "") return check(attached) ? { consumed: 0 } : null;
    return next !== undefined && check(next) ? { consumed: 1 } : null;
  }
  return word.length > 1 ? { consumed: 0 } : null;
}

/** No globbing, no fragments, no dots that climb, nothing two parsers could read differently. */
const SAFE_PATH = /^\/api\/[A-Za-z0-9_./~%?&=:,+@-]*$/;

/** Credentials may stand before the host only where one of `apiUrls` has exactly those. */
export function isBoardUrl(url: string, apiUrls: string[]): boolean {
  return apiUrls.some((base) => {
    if (base === "" || !url.startsWith(`${base}/`)) return false;
    const path = url.slice(base.length);
    if (!SAFE_PATH.test(path)) return false;
    const plain = path.replace(/[?].*$/, "").replace(/%2e/gi, ".");
    return (
      !plain.split("/").some((part) => part === "." || part === "..") &&
      !/%(?:2f|5c|00)/i.test(plain)
    );
  });
}
