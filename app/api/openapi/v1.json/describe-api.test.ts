import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { callRoute } from "#server/testing/call-route.ts";
import { describeApi } from "./describe-api.ts";
import { listRoutes } from "./route-list.ts";

const apiFolder = path.resolve(import.meta.dirname, "../..");

function routeFolders(): string[] {
  return readdirSync(apiFolder, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "route.ts" && !file.startsWith("_"))
    .map((file) => path.dirname(file))
    .filter((folder) => !["[...rest]", "docs", "openapi/v1.json"].includes(folder))
    .sort();
}

describe("the list of routes", () => {
  it("names every route file", () => {
    const listed = [...new Set(listRoutes().map((route) => route.folder))].sort();
    expect(routeFolders().length).toBeGreaterThan(40);
    expect(listed).toEqual(routeFolders());
  });

  it("has only routes that went through the wrapper and say what they do", () => {
    for (const { path: address, method, handler } of listRoutes()) {
      expect(handler.definition, `${method} ${address}`).toBeDefined();
      expect(handler.definition.summary, `${method} ${address}`).toBeTruthy();
    }
  });

  it("answers 401 without credentials everywhere but health, version, login and the schema of a file (S-02)", async () => {
    const open = listRoutes().filter(({ handler }) => handler.definition.access === "public");
    expect(open.map(({ method, path: address }) => `${method} ${address}`).sort()).toEqual([
      "GET /api/health",
      "GET /api/schemas/automations.json",
      "GET /api/version",
      "POST /api/login",
    ]);
    for (const { method, path: address, handler } of listRoutes()) {
      if (handler.definition.access === "public") continue;
      const body = method === "GET" ? {} : { body: {} };
      const reply = await callRoute(handler, {
        actor: null,
        method,
        params: { slug: "x", n: "1", id: "1" },
        ...body,
      });
      expect(reply.status, `${method} ${address}`).toBe(401);
    }
  });
});

describe("describeApi", () => {
  it("describes every method of every route, with its body, as JSON", () => {
    const document = JSON.parse(JSON.stringify(describeApi(listRoutes()))) as {
      openapi: string;
      paths: Record<
        string,
        Record<string, { requestBody?: unknown; parameters?: { name: string }[] }>
      >;
    };
    expect(document.openapi).toBe("3.1.0");
    for (const { path: address, method } of listRoutes()) {
      expect(document.paths[address]?.[method.toLowerCase()], `${method} ${address}`).toBeDefined();
    }
    const create = document.paths["/api/projects/{slug}/tickets"]?.["post"];
    expect(JSON.stringify(create?.requestBody)).toContain('"assignedTo"');
    expect(create?.parameters?.map((parameter) => parameter.name)).toContain("slug");
  });
});
