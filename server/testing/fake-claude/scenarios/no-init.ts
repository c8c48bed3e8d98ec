import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "no-init",
  about: "starts and never says a word",
  shows: "No first line: the start is not verified, the ticket is put back.",
  outcome: "verify_failed",
  lasts: "forever",
  isSilent: true,
  async play() {
    await new Promise((resolve) => setTimeout(resolve, 3_600_000));
  },
};
