import { failWith } from "./api-failure.ts";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "not-logged-in",
  about: "nobody is logged in, so no request is made at all",
  shows: "A failure without any status of the API.",
  outcome: "failed",
  async play(turn) {
    failWith(turn, {
      status: null,
      error: "authentication_failed",
      text: "Not logged in · Please run /login",
    });
  },
};
