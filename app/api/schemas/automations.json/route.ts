import { json, route } from "#app/api/_route/route.ts";
import { readAutomationsSchema } from "#server/queries/automations-schema.ts";

export const GET = route({
  summary: "JSON Schema of automations.json, for editors",
  // Nothing of this installation is in it, and editors that follow a `$schema` cannot sign in.
  access: "public",
  handle: () => json(200, readAutomationsSchema(), { "Content-Type": "application/schema+json" }),
});
