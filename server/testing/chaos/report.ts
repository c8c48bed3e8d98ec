import type { Scenario } from "./scenario.ts";

/** A failure is told in at most so many lines; the count says how many there were. */
const LINES_TOLD = 12;

/** Tells what happens as it happens and counts what held. */
export interface Report {
  begin(scenario: Scenario): void;
  end(): void;
  tell(text: string): void;
  pass(name: string): void;
  fail(name: string, reasons: readonly string[]): void;
  failed(): number;
  /** The last line. */
  close(): void;
}

export function createReport(): Report {
  let passed = 0;
  let failed = 0;
  let current = "";
  let startedMs = 0;
  const tell = (text: string): void => void process.stdout.write(`${text}\n`);
  return {
    begin({ name, rows }) {
      current = name;
      startedMs = performance.now();
      tell(`\n── ${name} (${rows})`);
    },
    end() {
      tell(`   ${current} took ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
    },
    tell: (text) => tell(text.startsWith("\n") ? text : `   ${text}`),
    pass(name) {
      passed += 1;
      tell(`   ✓ ${name}`);
    },
    fail(name, reasons) {
      failed += 1;
      tell(`   ✗ ${name}`);
      for (const reason of reasons.slice(0, LINES_TOLD)) tell(`       ${reason}`);
      if (reasons.length > LINES_TOLD) tell(`       and ${reasons.length - LINES_TOLD} more`);
    },
    failed: () => failed,
    close: () => tell(`\n${passed} passed, ${failed} failed`),
  };
}
