import { z } from "zod";
import { fillPlaceholders } from "../placeholders.ts";
import { actionShape, defineAction } from "./action.ts";
import { programShape } from "./program-shape.ts";

/** In a script a title would be code; the variable holds the same text as data. */
const TITLE_VARIABLE = "$env:SIGNALBOX_TICKET_TITLE";

/**
 * The older form of `runCommand`: a PowerShell script, as text or as a file of the workspace, run by
 * `pwsh`. `{ticketId}` and `{slug}` are filled in; `{ticketTitle}` becomes the variable that holds it in
 * a script and nothing elsewhere (S-15).
 */
export const executePowerShell = defineAction({
  type: "executePowerShell",
  schema: z.object({
    type: z.literal("executePowerShell"),
    script: z.string().max(200_000).default("").describe("Text of the script."),
    scriptFile: z.string().min(1).max(1_000).optional().describe("Or a file of the workspace."),
    arguments: z.array(z.string().max(32_768)).max(200).default([]).describe("Arguments."),
    ...programShape,
    ...actionShape,
  }),
  synonyms: { args: "arguments" },
  plan(node, index, { snapshot, ticket }) {
    const ids = {
      ticketId: ticket === null ? "" : String(ticket.number),
      slug: snapshot.project.slug,
    };
    const plain = (text: string): string => fillPlaceholders(text, { ...ids, ticketTitle: "" });
    return {
      type: "executePowerShell",
      index,
      on: node.on,
      script: fillPlaceholders(node.script, { ...ids, ticketTitle: TITLE_VARIABLE }),
      scriptFile: node.scriptFile === undefined ? null : plain(node.scriptFile),
      args: node.arguments.map(plain),
      env: node.env,
      timeoutSeconds: node.timeoutSeconds,
      abortOnFailure: node.abortOnFailure,
    };
  },
  describe(node, locale) {
    const what = locale === "en" ? "run a PowerShell script" : "exécuter un script PowerShell";
    return node.scriptFile === undefined ? what : `${what} (${node.scriptFile})`;
  },
});
