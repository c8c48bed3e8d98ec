/** Agents that use the board's API. */
import { comment, moveTicket, readTicket } from "./board.ts";
import type { Scenario } from "./scenario.ts";

export const moveToReview: Scenario = {
  about: "writes a file and moves its ticket to Review",
  async play(turn) {
    await readTicket(turn);
    await turn.use("Write", { file_path: `work-${turn.number}.txt`, content: "done\n" });
    const moved = await moveTicket(turn, "Review");
    await turn.say(
      moved.isError ? `I could not move the ticket: ${moved.text}` : "Ready for review.",
    );
  },
};

export const commentAndReview: Scenario = {
  about: "comments and moves its ticket to Review",
  async play(turn) {
    await readTicket(turn);
    await turn.use("Write", { file_path: `work-${turn.number}.txt`, content: "done\n" });
    await comment(turn, `Done in turn ${turn.number}: see work-${turn.number}.txt.`);
    await moveTicket(turn, "Review");
    await turn.say("Commented and ready for review.");
  },
};
