/** What was started and has to be gone at the end, whatever happens meanwhile. */
export interface Cleanup {
  /** Runs `end` at the end, the last one added first. */
  add(end: () => Promise<void> | void): void;
  /** Safe to call twice; goes on after a failure and reports it. */
  run(): Promise<void>;
}

export function createCleanup(): Cleanup {
  const ends: (() => Promise<void> | void)[] = [];
  let running: Promise<void> | undefined;
  const work = async (): Promise<void> => {
    for (let end = ends.pop(); end; end = ends.pop()) {
      try {
        await end();
      } catch (error) {
        console.error("clean-up:", error);
      }
    }
  };
  return {
    add: (end) => void ends.push(end),
    run: () => (running ??= work()),
  };
}
