import { z } from "zod";
import { readHealth } from "#server/queries/health.ts";
import { json, route } from "#app/api/_route/route.ts";

export const GET = route({
  summary:
    "200 when the database answers and a worker has a fresh heartbeat; else 503 naming what is missing",
  access: "public",
  answer: z.object({
    status: z.enum(["ok", "degraded"]),
    version: z.string(),
    db: z.string(),
    worker: z.string(),
    redis: z.string(),
    missing: z.array(z.string()),
  }),
  async handle({ database }) {
    const health = await readHealth(database);
    return json(health.status === "ok" ? 200 : 503, health);
  },
});
