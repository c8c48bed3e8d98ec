/** Why a path under a workspace is not used; `reason` is one word for tests and logs. */
export class PathRefused extends Error {
  override name = "PathRefused";
  readonly reason: string;
  readonly path: string;

  constructor(reason: string, path: string, message: string) {
    super(message);
    this.reason = reason;
    this.path = path;
  }
}

const maxComponentBytes = 255;
const maxPathBytes = 1024;
// Control characters, the characters Windows and WSL mounts read as separators or streams, and
// invisible format characters that make two names look alike.
const refusedCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\\:*?"<>|]/u;

/**
 * Splits a relative path into its components, or throws {@link PathRefused} (S-12): no absolute path,
 * no `.` or `..`, no empty component, no control or separator character, NFC only, names that any
 * file system keeps as they are.
 */
export function splitRelative(rel: string): string[] {
  const refuse = (reason: string, message: string): never => {
    throw new PathRefused(reason, rel.slice(0, 200), message);
  };
  if (rel === "") refuse("empty", "path: expected a relative path, found an empty one");
  if (rel.includes("\0")) refuse("nul", "path: expected text without NUL, found one");
  if (rel.startsWith("/") || rel.startsWith("~") || /^[A-Za-z]:/.test(rel)) {
    refuse("absolute", `path: expected a relative path, found "${rel.slice(0, 200)}"`);
  }
  if (Buffer.byteLength(rel) > maxPathBytes) {
    refuse("long", `path: expected at most ${maxPathBytes} bytes, found ${Buffer.byteLength(rel)}`);
  }
  const components = rel.split("/");
  for (const name of components) checkComponent(name, refuse);
  return components;
}

/**
 * Splits a path that git listed in this very folder. Names may be odd (control characters, twins,
 * spaces at the end), because nothing else is made of them; `.git` in any spelling stays out.
 */
export function splitRecorded(rel: string): string[] {
  const components = rel.split("/");
  for (const name of components) {
    const isRefused = name === "" || name === "." || name === ".." || name.includes("\0");
    if (isRefused || foldName(name) === ".git") {
      throw new PathRefused(
        "dots",
        rel.slice(0, 200),
        'path: expected names between the slashes, found an empty one, ".", ".." or ".git"',
      );
    }
  }
  return components;
}

function checkComponent(name: string, refuse: (reason: string, message: string) => never): void {
  if (name === "" || name === "." || name === "..") {
    refuse("dots", 'path: expected names between the slashes, found an empty one, "." or ".."');
  }
  if (Buffer.byteLength(name) > maxComponentBytes) {
    refuse(
      "long",
      `path: expected names of at most ${maxComponentBytes} bytes, found a longer one`,
    );
  }
  if (refusedCharacters.test(name)) {
    refuse("character", "path: expected plain characters, found a control or separator character");
  }
  if (name !== name.normalize("NFC")) {
    refuse("not-nfc", "path: expected a name in Unicode NFC, found another form");
  }
  if (/[ .]$/.test(name) || name.startsWith(" ")) {
    refuse("edge", "path: expected a name without a space or dot at its end, found one");
  }
}

/** Names that some file system takes for the same have the same fold. */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase().normalize("NFKC");
}
