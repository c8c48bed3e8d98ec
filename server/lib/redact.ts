/**
 * Secrets out of everything that leaves the spool (S-17): the values we know (run tokens, keys of
 * ours) and shapes everybody knows. Works on whole decoded lines; of text that is still being
 * written, the end that may be the beginning of a secret is held back.
 */

export const REDACTED = "[redacted]";
/** Shorter values would blacken ordinary words. */
const MIN_VALUE_CHARS = 6;

const PATTERN_SOURCES = [
  // Anthropic keys and OAuth tokens.
  String.raw`sk-ant-[A-Za-z0-9_-]{8,}`,
  // GitHub: personal, OAuth, user, server, refresh, fine-grained.
  String.raw`gh[pousr]_[A-Za-z0-9]{16,}`,
  String.raw`github_pat_[A-Za-z0-9_]{20,}`,
  // AWS access keys.
  String.raw`\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`,
  // PEM private keys; newlines may be escaped inside JSON.
  String.raw`-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)`,
  // The password in a database or cache URL.
  String.raw`(?<=\b(?:postgres(?:ql)?|mysql|redis|rediss|mongodb(?:\+srv)?):\/\/[^\s:/@"'\\]*:)[^\s@"'\\]+(?=@)`,
];
const PATTERNS = new RegExp(PATTERN_SOURCES.join("|"), "g");
/** The beginning of one of these at the end of unfinished text. */
const OPEN_ENDINGS =
  /(?:sk-ant-[A-Za-z0-9_-]*|gh[pousr]_[A-Za-z0-9]*|github_pat_[A-Za-z0-9_]*|\b(?:AKIA|ASIA)[A-Z0-9]*|-----BEGIN [A-Z ]*(?:PRIVATE KEY-----[\s\S]*)?-{0,5}|\b(?:postgres(?:ql)?|mysql|rediss?|mongodb(?:\+srv)?):\/\/[^\s@"']*)$/;

export type Redactor = {
  /** Any text, whole. */
  text(text: string): string;
  /** One spool line: JSON is redacted inside its strings, however they are escaped. */
  line(line: string): string;
  /** Text that is still growing: redacted, and cut where a secret may have begun. */
  partial(text: string): string;
  /** For plain text that comes line by line, such as stderr: a key of several lines is one secret. */
  plainLines(): (line: string) => string;
};

/** `values`: secrets known by their value; those under 6 characters are ignored. */
export function createRedactor(values: Iterable<string>): Redactor {
  const secrets = [...new Set(values)]
    .filter((value) => value.length >= MIN_VALUE_CHARS)
    // Longest first: a secret that contains another goes as a whole.
    .sort((a, b) => b.length - a.length);
  const needles = secrets.flatMap(spellings);

  const redactText = (text: string): string => {
    let safe = text;
    for (const needle of needles) {
      if (safe.includes(needle)) safe = safe.replaceAll(needle, REDACTED);
    }
    return safe.replace(PATTERNS, REDACTED);
  };
  const mayHide = (line: string): boolean =>
    needles.some((needle) => line.includes(needle)) || line.search(PATTERNS) !== -1;

  return {
    text: redactText,
    line(line) {
      // Only an escape can hide a secret from a plain search.
      const isEscaped = /\\[u/]/.test(line);
      if (!isEscaped && !mayHide(line)) return line;
      try {
        const parsed: unknown = JSON.parse(line);
        const safe = JSON.stringify(redactDeep(parsed, redactText, 0));
        return mayHide(safe) ? redactText(safe) : safe;
      } catch {
        return redactText(unescapeLoosely(line, redactText));
      }
    },
    partial: (text) => holdBack(redactText(text), secrets),
    plainLines: () => createPlainLines(redactText),
  };
}

const KEY_BEGIN = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const KEY_END = /^.*?-----END [A-Z ]*PRIVATE KEY-----/;
/** A key that never ends must not swallow the rest of the run. */
const MAX_KEY_LINES = 200;

function createPlainLines(redact: (text: string) => string): (line: string) => string {
  let keyLines = 0;
  return (line) => {
    if (keyLines === 0) {
      if (KEY_BEGIN.test(line) && !KEY_END.test(line)) keyLines = 1;
      return redact(line);
    }
    const hasEnded = KEY_END.test(line);
    keyLines = hasEnded || keyLines >= MAX_KEY_LINES ? 0 : keyLines + 1;
    return hasEnded ? redact(line.replace(KEY_END, "")) : REDACTED;
  };
}

/** A value as itself, inside JSON, inside a URL, and as the Basic credentials curl makes of it. */
function spellings(value: string): string[] {
  const forms = [value, JSON.stringify(value).slice(1, -1), encodeURIComponentSafe(value)];
  return [...new Set(forms)];
}

function encodeURIComponentSafe(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value;
  }
}

const MAX_DEPTH = 200;

function redactDeep(value: unknown, redact: (text: string) => string, depth: number): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return "[nested too deep]";
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key), redactDeep(item, redact, depth + 1)]),
  );
}

/** A broken line may still hold an escaped secret: if its plain form does, that form is kept. */
function unescapeLoosely(line: string, redact: (text: string) => string): string {
  const plain = line
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replaceAll("\\/", "/");
  return redact(plain) === plain ? line : plain;
}

function holdBack(text: string, secrets: string[]): string {
  let end = text.length;
  const open = OPEN_ENDINGS.exec(text);
  if (open) end = open.index;
  for (const secret of secrets) {
    const longest = Math.min(secret.length - 1, text.length);
    for (let length = longest; length > 0 && text.length - length < end; length -= 1) {
      if (text.endsWith(secret.slice(0, length))) end = text.length - length;
    }
  }
  return text.slice(0, end);
}
