import { z } from "zod";
import { actionShape, defineAction } from "./action.ts";
import { programShape } from "./program-shape.ts";

/**
 * A program of the machine, where its operator allows that (`SIGNALBOX_ALLOW_SCRIPTS`). Never through a
 * shell, and without placeholders: what is known of the ticket is in its environment (S-15).
 */
export const runCommand = defineAction({
  type: "runCommand",
  schema: z.object({
    type: z.literal("runCommand"),
    command: z.string().min(1).max(4_096).describe("Program; never a shell."),
    args: z.array(z.string().max(32_768)).max(200).default([]).describe("Its arguments."),
    ...programShape,
    ...actionShape,
  }),
  synonyms: { arguments: "args" },
  plan: (node, index) => ({
    type: "runCommand",
    index,
    on: node.on,
    command: node.command,
    args: node.args,
    env: node.env,
    timeoutSeconds: node.timeoutSeconds,
    abortOnFailure: node.abortOnFailure,
  }),
  describe: (node, locale) =>
    `${locale === "en" ? "run the command" : "exécuter la commande"} ${[node.command, ...node.args].join(" ")}`,
});
