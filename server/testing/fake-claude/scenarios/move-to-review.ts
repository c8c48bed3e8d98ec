import { moveTicket, readTicket } from "./board.ts";
import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "move-to-review",
  about: "writes a file and moves its ticket to Review",
  shows: "The card moves by the agent's own hand.",
  outcome: "completed",
  async play(turn) {
    await readTicket(turn);
    await turn.use("Write", { file_path: `work-${turn.number}.txt`, content: "done\n" });
    const moved = await moveTicket(turn, "Review");
    await turn.say(
      moved.isError ? `I could not move the ticket: ${moved.text}` : "Ready for review.",
    );
  },
};
