import type { RunOutcome } from "#server/contracts/words.ts";
import type { Turn } from "../turn-context.ts";

export type Scenario = {
  /** As markers, `$FAKE_CLAUDE_SCENARIO` and the file are called. */
  name: string;
  /** What the agent does, in one sentence. */
  about: string;
  /** What it is there to show. */
  shows: string;
  /** How its ending is classified when nobody steps in; a test plays it and compares. */
  outcome: RunOutcome;
  /** Not played to its end by tests: it takes minutes, or `outcome` is what the board makes of it. */
  lasts?: "minutes" | "forever";
  /** It shows itself when its session goes on: the second run counts. */
  isSecondTurn?: true;
  /** No `init` and nothing else by itself. */
  isSilent?: true;
  play(turn: Turn): Promise<void>;
};
