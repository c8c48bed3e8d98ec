import { comment, moveTicket, readTicket } from "./board.ts";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "comment-and-review",
  about: "comments and moves its ticket to Review",
  shows: "A comment and a moved card.",
  outcome: "completed",
  async play(turn) {
    await readTicket(turn);
    await turn.use("Write", { file_path: `work-${turn.number}.txt`, content: "done\n" });
    await comment(turn, `Done in turn ${turn.number}: see work-${turn.number}.txt.`);
    await moveTicket(turn, "Review");
    await turn.say("Commented and ready for review.");
  },
};
