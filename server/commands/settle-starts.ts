import { Failure } from "#server/contracts/failure.ts";
import type { AsksWhichStart, SelectsMany } from "#server/contracts/simulation.ts";
import type { AutomationsConfig } from "#server/core/automation/automation.ts";
import { setEnabledInText } from "#server/core/automation/diff.ts";
import type { Selection } from "#server/core/simulate/if-saved.ts";
import { readAsks } from "#server/queries/simulation.ts";
import type { Tx } from "#server/store/client.ts";
import type { TicketsToStart } from "./automation-states.ts";
import type { Starting } from "./save-automations.ts";

/**
 * Carries out a person's choice which of the tickets that a new or wider rule selects may start
 * (ux.md 12): `off` switches those rules off in the text, the others say what their states remember.
 * Without a choice it asks, by a 409 `ASKS_WHICH_START`, where asking is possible.
 */
export async function settleStarts(
  tx: Tx,
  projectId: number,
  { choice, mayAsk, takesBack }: Starting,
  next: { text: string; config: AutomationsConfig },
): Promise<{ text: string; starts: TicketsToStart | null }> {
  if (choice === undefined && !mayAsk) return { text: next.text, starts: null };
  if (choice === "all" && takesBack !== undefined) {
    return { text: next.text, starts: { onlyNew: new Map(), all: new Set([takesBack]) } };
  }
  const { asks, selections } = await readAsks(tx, projectId, next.config);
  if (asks.length === 0) return { text: next.text, starts: null };
  switch (choice) {
    case undefined:
      throw askWhichStart(asks);
    case "off":
      return { text: switchOff(next.text, asks), starts: null };
    case "all":
      return {
        text: next.text,
        starts: { onlyNew: new Map(), all: new Set(asks.map(({ automationId }) => automationId)) },
      };
    case "entering":
    case "one":
      return {
        text: next.text,
        starts: { onlyNew: onlyNew(asks, choice === "one" ? selections : []), all: new Set() },
      };
  }
}

function onlyNew(
  asks: readonly SelectsMany[],
  selections: readonly Selection[],
): TicketsToStart["onlyNew"] {
  return new Map(
    asks.map(({ automationId }) => {
      const own = selections.filter((one) => one.automationId === automationId);
      const first = own.find(({ fate }) => fate === "starts") ?? own[0];
      return [automationId, { firstTicketId: first?.ticketId ?? null }];
    }),
  );
}

function switchOff(text: string, asks: readonly SelectsMany[]): string {
  return asks.reduce(
    (edited, { automationId }) => setEnabledInText(edited, automationId, false) ?? edited,
    text,
  );
}

function askWhichStart(automations: SelectsMany[]): Failure {
  const details: AsksWhichStart = { automations };
  const names = automations.map(({ name, count }) => `${name} selects ${count} tickets now`);
  return new Failure(
    409,
    "ASKS_WHICH_START",
    `${names.join(", ")}: say start: "entering", "one", "all" or "off"`,
    details,
  );
}
