import type { Turn } from "../turn-context.ts";

export type Scenario = {
  /** One line for `--help` texts and the documentation. */
  about: string;
  /** No `init` and nothing else by itself. */
  isSilent?: boolean;
  play(turn: Turn): Promise<void>;
};
