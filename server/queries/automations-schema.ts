import { automationsJsonSchema } from "#server/core/automation/config.ts";

/** JSON Schema of automations.json, generated from the schemas that read it. */
export function readAutomationsSchema(): object {
  return automationsJsonSchema();
}
