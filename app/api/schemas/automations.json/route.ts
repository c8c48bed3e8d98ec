import { json, route } from "#app/api/_route/route.ts";
import { readAutomationsSchema } from "#server/queries/automations-schema.ts";

export const GET = route({
  summary: "JSON Schema of automations.json, for editors",
  access: "read",
  agents: true,
  handle: () => json(200, readAutomationsSchema(), { "Content-Type": "application/schema+json" }),
});
