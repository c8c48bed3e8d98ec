import type { Scenario } from "./scenario.ts";

/** A failure is told in at most so many lines; the count says how many there were. */
const LINES_TOLD = 12;

/** Tells what happens and counts what held. */
export interface Report {
  /** `isHeld`: it is played beside another one, and is told as a whole when it is over. */
  begin(scenario: Scenario, isHeld: boolean): SceneReport;
  tell(text: string): void;
  failed(): number;
  /** The last line. */
  close(): void;
}

/** Of one scenario. */
export interface SceneReport {
  tell(text: string): void;
  pass(name: string): void;
  fail(name: string, reasons: readonly string[]): void;
  end(): void;
}

export function createReport(): Report {
  let passed = 0;
  let failed = 0;
  const write = (text: string): void => void process.stdout.write(`${text}\n`);
  return {
    begin({ name, rows }, isHeld) {
      const startedMs = performance.now();
      const held: string[] = [];
      const tell = (text: string): void => void (isHeld ? held.push(text) : write(text));
      tell(`\n── ${name} (${rows})`);
      return {
        tell: (text) => tell(`   ${text}`),
        pass(check) {
          passed += 1;
          tell(`   ✓ ${check}`);
        },
        fail(check, reasons) {
          failed += 1;
          // With the scenario's name: failures are listed once more without their surroundings.
          tell(`   ✗ ${name}: ${check}`);
          for (const reason of reasons.slice(0, LINES_TOLD)) tell(`       ${reason}`);
          if (reasons.length > LINES_TOLD) tell(`       and ${reasons.length - LINES_TOLD} more`);
        },
        end() {
          tell(`   ${name} took ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
          if (isHeld) write(held.join("\n"));
        },
      };
    },
    tell: (text) => write(text.startsWith("\n") ? text : `   ${text}`),
    failed: () => failed,
    close: () => write(`\n${passed} passed, ${failed} failed`),
  };
}
