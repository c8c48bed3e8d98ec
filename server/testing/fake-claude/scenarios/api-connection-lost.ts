import { failWith, retry } from "./api-failure.ts";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "api-connection-lost",
  about: "the connection drops in the middle of an answer",
  shows: "Half an answer, retries, and the end.",
  outcome: "failed",
  async play(turn) {
    await turn.say("I begin with a long explanation of what");
    await retry(turn, { status: null, error: "connection_error", times: 2 });
    failWith(turn, {
      status: null,
      error: "server_error",
      text: "API Error: Connection dropped (ECONNRESET)",
    });
  },
};
