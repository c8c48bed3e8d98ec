/**
 * Bytes of a spool → lines, each with its place in the file. Lines are cut as bytes and decoded
 * whole, so a character split between two reads stays whole; bytes that are not UTF-8 become U+FFFD.
 */

/** Longer lines are skipped and marked: one line must not fill the memory. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

export type SpoolLine = {
  /** Without its newline; null when the line was longer than the cap. */
  text: string | null;
  startOffset: number;
  /** First byte after the newline: where reading goes on after this line was stored. */
  endOffset: number;
  /** Length of a line that was skipped, else 0. */
  skippedBytes: number;
};

export type LineSplitter = {
  push(chunk: Uint8Array): SpoolLine[];
  /** What stands after the last newline, as a line; for the end of the file. */
  flush(): SpoolLine[];
};

export function createLineSplitter(
  options: { offset?: number; maxLineBytes?: number } = {},
): LineSplitter {
  const maxLineBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
  let lineStart = options.offset ?? 0;
  let parts: Uint8Array[] = [];
  let length = 0;

  const add = (part: Uint8Array): void => {
    length += part.length;
    if (length > maxLineBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const takeLine = (newlineBytes: number): SpoolLine => {
    const isSkipped = length > maxLineBytes;
    const endOffset = lineStart + length + newlineBytes;
    const line: SpoolLine = {
      text: isSkipped ? null : Buffer.concat(parts, length).toString("utf8"),
      startOffset: lineStart,
      endOffset,
      skippedBytes: isSkipped ? length : 0,
    };
    lineStart = endOffset;
    parts = [];
    length = 0;
    return line;
  };

  return {
    push(chunk) {
      const lines: SpoolLine[] = [];
      let from = 0;
      for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, from)) {
        add(chunk.subarray(from, at));
        lines.push(takeLine(1));
        from = at + 1;
      }
      // Copied: the reader uses its buffer again.
      if (from < chunk.length) add(Uint8Array.from(chunk.subarray(from)));
      return lines;
    },
    flush: () => (length > 0 ? [takeLine(0)] : []),
  };
}
