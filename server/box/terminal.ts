/** What the box says to the person who started it. Everything else goes to the log files. */
export type Terminal = {
  /** Runs a step and prints its name, outcome and duration. */
  step<T>(name: string, work: () => Promise<{ value: T; outcome: string }>): Promise<T>;
  say(line: string): void;
  /** The fixed block at the end of the start (ux 37). */
  block(lines: [label: string, value: string][]): void;
};

export function createTerminal(write: (text: string) => void): Terminal {
  const say = (line: string) => write(`${line}\n`);
  return {
    say,
    async step(name, work) {
      const startedAt = performance.now();
      const { value, outcome } = await work();
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      say(`  ${name.padEnd(18)}${outcome.padEnd(16)}${seconds.padStart(6)} s`);
      return value;
    },
    block(lines) {
      const rule = "─".repeat(72);
      const body = lines.map(([label, value]) => `  ${label.padEnd(14)}${value}`);
      say(["", rule, ...body, rule].join("\n"));
    },
  };
}
