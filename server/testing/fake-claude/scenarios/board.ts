/** The board's API as an agent uses it: plain `curl` with the variables of its environment. */
import type { ToolOutcome } from "../tools.ts";
import type { Turn } from "../turn-context.ts";

const TICKET = '"$SIGNALBOX_API_URL/api/projects/$SIGNALBOX_PROJECT/tickets/$SIGNALBOX_TICKET_ID';
const HEADERS = '-H "Authorization: Bearer $SIGNALBOX_TOKEN" -H "Content-Type: application/json"';

export function readTicket(turn: Turn): Promise<ToolOutcome> {
  return turn.bash(`curl -s ${HEADERS} ${TICKET}"`);
}

export function moveTicket(turn: Turn, status: string): Promise<ToolOutcome> {
  return turn.bash(
    `curl -s --fail-with-body -X PATCH ${HEADERS} -d '{"status":"${status}"}' ${TICKET}/status"`,
  );
}

/** `text` without quotes or backslashes: it travels inside a single-quoted JSON body. */
export function comment(turn: Turn, text: string): Promise<ToolOutcome> {
  return turn.bash(
    `curl -s --fail-with-body -X POST ${HEADERS} -d '{"content":"${text}"}' ${TICKET}/comments"`,
  );
}
