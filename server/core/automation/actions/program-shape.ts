import { z } from "zod";

/** Keys of every action that runs a program. */
export const programShape = {
  /** Cannot override our own variables. */
  env: z
    .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string())
    .default({})
    .describe("Further variables."),
  timeoutSeconds: z
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(60)
    .describe("How long it may take, in seconds."),
  /** What follows it is left out when it fails; before a run, the run does not start. */
  abortOnFailure: z.boolean().default(false).describe("A failure ends the chain."),
};
