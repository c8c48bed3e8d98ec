import type { Env } from "../env.ts";

export type CommandContext = {
  args: string[];
  /** `--json`: one JSON value on stdout instead of text. */
  isJson: boolean;
  readEnv: () => Env;
};
