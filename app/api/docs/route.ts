import { route } from "#app/api/_route/route.ts";
import type { RouteHandler } from "#app/api/_route/route.ts";
import { listRoutes } from "#app/api/openapi/v1.json/route-list.ts";
import { describeForAgents } from "./describe-for-agents.ts";

let text: string | null = null;

export const GET: RouteHandler = route({
  summary: "This description, as Markdown",
  access: "read",
  agents: true,
  isCompat: true,
  handle() {
    text ??= describeForAgents([
      ...listRoutes(),
      { path: "/api/docs", folder: "docs", method: "GET", handler: GET },
    ]);
    return new Response(text, { headers: { "Content-Type": "text/markdown; charset=utf-8" } });
  },
});
