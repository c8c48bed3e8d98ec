import { OpenAPIRegistry, OpenApiGeneratorV31 } from "@asteasolutions/zod-to-openapi";
import type { RouteConfig } from "@asteasolutions/zod-to-openapi";
import { z } from "zod";
import { failureSchema } from "#server/contracts/failure.ts";
import { programVersion } from "#server/lib/program-version.ts";
import type { RouteDefinition } from "#app/api/_route/route.ts";
import type { ListedRoute } from "./route-list.ts";

/** The API's description, generated from the schemas that the routes themselves parse with. */
export function describeApi(routes: ListedRoute[]): object {
  const registry = new OpenAPIRegistry();
  const runToken = registry.registerComponent("securitySchemes", "token", {
    type: "http",
    scheme: "bearer",
  });
  for (const route of routes) registry.registerPath(describeRoute(route, runToken.name));
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: "3.1.0",
    info: { title: "Signalbox", version: programVersion() },
    servers: [{ url: "/" }],
  });
}

function describeRoute({ path, method, handler }: ListedRoute, security: string): RouteConfig {
  const { definition } = handler;
  const answer = definition.answer ?? z.unknown();
  return {
    method: method.toLowerCase() as RouteConfig["method"],
    path,
    summary: definition.summary ?? `${method} ${path}`,
    description: accessText(definition),
    ...(definition.access === "public" ? {} : { security: [{ [security]: [] }] }),
    request: {
      ...(definition.params instanceof z.ZodObject ? { params: definition.params } : {}),
      ...(definition.query instanceof z.ZodObject ? { query: definition.query } : {}),
      ...(definition.body
        ? {
            body: {
              required: !definition.isBodyOptional,
              content: { "application/json": { schema: definition.body } },
            },
          }
        : {}),
    },
    responses: {
      "2XX": { description: "Done", content: { "application/json": { schema: answer } } },
      "4XX": {
        description: "Refused, with the reason",
        content: { "application/json": { schema: failureSchema } },
      },
    },
  };
}

const accessTexts: Record<RouteDefinition["access"], string> = {
  public: "Needs no credentials.",
  read: "For everybody signed in.",
  write: "For members.",
  maintain: "For maintainers and owners.",
  owner: "For owners.",
};

function accessText({ access, agents, isCompat }: RouteDefinition): string {
  return [
    accessTexts[access],
    ...(agents ? ["Agents may use it within their rights."] : []),
    ...(isCompat ? ["Unknown fields are ignored and named in X-Ignored-Fields."] : []),
  ].join(" ");
}
