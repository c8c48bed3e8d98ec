import { route } from "#app/api/_route/route.ts";
import type { RouteHandler } from "#app/api/_route/route.ts";
import { GET as describeForAgents } from "#app/api/docs/route.ts";
import { describeApi } from "./describe-api.ts";
import { listRoutes } from "./route-list.ts";

export const GET: RouteHandler = route({
  summary: "This description",
  access: "read",
  agents: true,
  isCompat: true,
  handle: () =>
    describeApi([
      ...listRoutes(),
      { path: "/api/docs", folder: "docs", method: "GET", handler: describeForAgents },
      { path: "/api/openapi/v1.json", folder: "openapi/v1.json", method: "GET", handler: GET },
    ]),
});
