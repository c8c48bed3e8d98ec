const plain = new Set(
  "ls cat head tail wc rg grep pwd echo printf cd which stat du cut tr jq diff test true false date uname whoami basename dirname realpath nl cmp".split(
    " ",
  ),
);
const gitReads = new Set(
  "status diff log show rev-parse ls-files blame grep shortlog describe cat-file".split(" "),
);
/** Options with which a program that only reads writes or runs something after all. */
const writing: Record<string, RegExp> = {
  rg: /(?:^|\s)--(?:pre|hostname-bin)/,
  git: /(?:^|\s)--(?:output|ext-diff|textconv|open-files-in-pager)|\s-O/,
  find: /(?:^|\s)-(?:delete|exec|execdir|ok|okdir|fprint|fprint0|fprintf|fls)\b/,
  curl: /(?:^|\s)-[A-Za-z]*[oOJKDc]|--(?:output|remote|config|dump|trace|cookie-jar|libcurl|create|stderr|etag-save|hsts|alt-svc)/,
};

/**
 * Whether a shell command certainly writes no file: programs that only read, joined by pipes or one
 * after another. What is not understood counts as writing, quoted text with operators in it, too.
 */
export function isReadOnlyCommand(command: string): boolean {
  const text = command.replaceAll(/\s[12]?>\s*(?:&[12]|\/dev\/null)(?=\s|$)/g, " ");
  if (/[`<>\n\r]|\$\(|(?<!&)&(?!&)/.test(text)) return false;
  return text.split(/&&|\|\||[|;]/).every((part) => isReading(part.trim()));
}

function isReading(part: string): boolean {
  const [program = "", first = ""] = part.split(/\s+/);
  if (writing[program]?.test(part)) return false;
  if (program === "git") return gitReads.has(first);
  return plain.has(program) || program === "find" || program === "curl";
}
