/**
 * Splits one *plain* command into its words, as bash would, or refuses. Plain means: one program
 * with arguments; no operators, redirections, substitutions, globs, history, comments, assignments
 * or expansions other than the variables handed in. Everything not understood is refused, because
 * what this accepts runs without anybody looking at it.
 */

/** Characters that stand for themselves outside quotes. */
const SAFE = /[A-Za-z0-9_./:=@%+,-]/;
/** `~`, `#`, `!`, `^`, `?` and brackets mean something to bash in some places: quoted only. */
const VARIABLE = /^\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))/;
/** A value that stays one word and one meaning when it stands outside quotes. */
const SAFE_VALUE = /^[A-Za-z0-9_./:=@%+,~-]+$/;

type Variables = Readonly<Record<string, string>>;

/** `null`: not a plain command. Words come with variables replaced. */
export function splitPlainCommand(command: string, variables: Variables): string[] | null {
  // Control characters but newline after a backslash, and anything beyond ASCII outside quotes.
  if (command.length > 64 * 1024 || command.includes("\0") || command.includes("\r")) return null;
  const words: string[] = [];
  let word: string | null = null;
  let at = 0;
  const text = command.trim();
  while (at < text.length) {
    const char = text[at] ?? "";
    if (char === " " || char === "\t") {
      if (word !== null) words.push(word);
      word = null;
      at += 1;
      continue;
    }
    // In an address `?` can match nothing but another character of the same path.
    const isQuery: boolean = char === "?" && word !== null && /^https?:\/\/[^/]+\//.test(word);
    const piece: Piece | null = isQuery
      ? { text: char, end: at + 1 }
      : readPiece(text, at, variables);
    if (!piece) return null;
    // A line continuation joins nothing and separates nothing.
    if (piece.text !== null) word = (word ?? "") + piece.text;
    at = piece.end;
  }
  if (word !== null) words.push(word);
  return words;
}

type Piece = { text: string | null; end: number };

function readPiece(text: string, at: number, variables: Variables): Piece | null {
  const char = text[at] ?? "";
  if (char === "'") return readSingleQuoted(text, at);
  if (char === '"') return readDoubleQuoted(text, at, variables);
  if (char === "\\") return readEscape(text, at);
  if (char === "$") {
    const found = readVariable(text, at, variables);
    return found && SAFE_VALUE.test(found.text ?? "") ? found : null;
  }
  return SAFE.test(char) ? { text: char, end: at + 1 } : null;
}

function readSingleQuoted(text: string, at: number): Piece | null {
  const end = text.indexOf("'", at + 1);
  return end === -1 ? null : { text: text.slice(at + 1, end), end: end + 1 };
}

function readDoubleQuoted(text: string, start: number, variables: Variables): Piece | null {
  let value = "";
  let at = start + 1;
  while (at < text.length) {
    const char = text[at] ?? "";
    if (char === '"') return { text: value, end: at + 1 };
    if (char === "`") return null;
    // History expansion is off in scripts, but costs nothing to refuse.
    if (char === "!") return null;
    if (char === "$") {
      const found = readVariable(text, at, variables);
      if (!found) return null;
      value += found.text;
      at = found.end;
    } else if (char === "\\") {
      const next = text[at + 1] ?? "";
      if (next === "") return null;
      if (next === "\n") value += "";
      else value += '$`"\\'.includes(next) ? next : `\\${next}`;
      at += 2;
    } else {
      value += char;
      at += 1;
    }
  }
  return null;
}

function readEscape(text: string, at: number): Piece | null {
  const next = text[at + 1] ?? "";
  if (next === "\n") return { text: null, end: at + 2 };
  // Only harmless characters may be escaped: an escaped newline, quote or space is legal, rare here.
  return /[A-Za-z0-9_./:=@%+,&?"' -]/.test(next) ? { text: next, end: at + 2 } : null;
}

function readVariable(text: string, at: number, variables: Variables): Piece | null {
  const found = VARIABLE.exec(text.slice(at));
  const name = found?.[1] ?? found?.[2];
  if (!found || name === undefined || !Object.hasOwn(variables, name)) return null;
  return { text: variables[name] ?? "", end: at + found[0].length };
}
