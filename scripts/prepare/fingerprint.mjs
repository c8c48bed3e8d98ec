import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Compares files with what a stamp remembers. Size and time are enough to say "unchanged", which is
 * quick; when they differ (a fresh checkout touches everything) the contents decide.
 */
export class Fingerprint {
  #root;
  #stampFile;
  #files;

  /**
   * @param {string} root
   * @param {string} stampFile relative to root
   * @param {string[]} inputs files and folders relative to root; missing ones are fine
   * @param {(relativePath: string) => boolean} [isInput]
   */
  constructor(root, stampFile, inputs, isInput = () => true) {
    this.#root = root;
    this.#stampFile = path.join(root, stampFile);
    this.#files = inputs.flatMap((input) => listFiles(root, input)).filter(isInput);
  }

  isUnchanged() {
    const stamp = readStamp(this.#stampFile);
    if (!stamp) return false;
    if (stamp.quick === this.#quickHash()) return true;
    if (stamp.content !== this.#contentHash()) return false;
    this.remember();
    return true;
  }

  remember() {
    mkdirSync(path.dirname(this.#stampFile), { recursive: true });
    const stamp = { quick: this.#quickHash(), content: this.#contentHash() };
    writeFileSync(this.#stampFile, JSON.stringify(stamp));
  }

  #quickHash() {
    return this.#hash((file) => {
      const { size, mtimeMs } = statSync(path.join(this.#root, file));
      return `${size}:${mtimeMs}`;
    });
  }

  #contentHash() {
    return this.#hash((file) => readFileSync(path.join(this.#root, file)));
  }

  #hash(describe) {
    const hash = createHash("sha256").update(process.versions.node);
    for (const file of this.#files) hash.update(`\0${file}\0`).update(describe(file));
    return hash.digest("hex");
  }
}

function readStamp(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function listFiles(root, input) {
  const stats = statSync(path.join(root, input), { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isFile()) return [input];
  return readdirSync(path.join(root, input))
    .sort()
    .flatMap((name) => listFiles(root, path.join(input, name)));
}
