import { z } from "zod";
import { userRoleSchema } from "./words.ts";

/** Who makes a request. Comes from the token or cookie alone, never from a body (api.md §1). */
export const actorSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("person"),
    slug: z.string(),
    name: z.string(),
    userId: z.number().int(),
    role: userRoleSchema,
    isMaintainer: z.boolean(),
    /** `cookie` needs Origin and custom header on writes; `bearer` is a script. */
    via: z.enum(["cookie", "bearer"]),
    /** Hash id of the session or token, for revocation and rate limits. */
    credentialId: z.string(),
  }),
  z.strictObject({
    kind: z.literal("agent"),
    slug: z.string(),
    name: z.string(),
    runId: z.string(),
    projectId: z.number().int(),
    projectSlug: z.string(),
    ticketId: z.number().int().nullable(),
    ticketNumber: z.number().int().nullable(),
    agentType: z.string().nullable(),
    via: z.enum(["bearer", "basic"]),
    credentialId: z.string(),
  }),
  z.strictObject({ kind: z.literal("automation"), slug: z.string(), name: z.string() }),
  z.strictObject({ kind: z.literal("system"), slug: z.literal("system"), name: z.string() }),
]);
export type Actor = z.infer<typeof actorSchema>;

export const systemActor: Actor = { kind: "system", slug: "system", name: "Signalbox" };
