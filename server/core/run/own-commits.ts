/** A command of a run that may write, as its events tell it. */
export interface RunCommandSpan {
  beganAt: Date;
  /** Null: it had not ended when the run did. */
  endedAt: Date | null;
  output: string;
}

/** Events are noted a moment after what they tell; a commit's time is in whole seconds. */
const BEFORE_MS = 5_000;
const AFTER_MS = 2_000;
/** What `git commit` says: `[main 1a2b3c4] subject`. */
const SAID = /^\[[^\]\n]* ([0-9a-f]{7,64})\]/gm;

/**
 * Whether a commit is a run's own: one of its commands named it when it made it, or was at work when it
 * was made. Others are a person's, or another agent's, who committed in the same folder meanwhile.
 */
export function isOwnCommit(
  commit: { id: string; committedAt: Date },
  commands: readonly RunCommandSpan[],
): boolean {
  const second = commit.committedAt.getTime();
  return commands.some(({ beganAt, endedAt, output }) => {
    const isWithin =
      second + 999 >= beganAt.getTime() - BEFORE_MS &&
      (endedAt === null || second <= endedAt.getTime() + AFTER_MS);
    return isWithin || [...output.matchAll(SAID)].some(([, id]) => commit.id.startsWith(id ?? "-"));
  });
}
