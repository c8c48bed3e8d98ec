import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { listRoutes } from "../openapi/v1.json/route-list.ts";
import { openBoard } from "../_route/testing/open-board.ts";
import type { OpenBoard } from "../_route/testing/open-board.ts";
import { checkRows } from "./testing/check-rows.ts";
import { project } from "./testing/shapes.ts";

/** Projects, automations and the description of the API (compat §2.2, §2.5). */
let board: OpenBoard;
beforeAll(async () => {
  board = await openBoard({ name: "Shop", agents: ["programmer"] });
  await mkdir(path.join(board.workspace, ".agents/programmer"), { recursive: true });
  await writeFile(path.join(board.workspace, ".agents/programmer/SKILL.md"), "You write code.\n");
});
afterAll(() => board.close());

describe("projects", () => {
  checkRows(
    () => board,
    [
      {
        what: "a name is enough, its slug is made of it",
        call: "POST /api/projects",
        body: { name: "  Été & Co.  ", author: "owner" },
        status: 201,
        shape: project,
        location: "/api/projects/t-co",
        ignored: "author",
        sees: { name: "Été & Co.", slug: "t-co", workspacePath: null, isPaused: false },
      },
      {
        what: "the same name",
        call: "POST /api/projects",
        body: { name: "été & co." },
        status: 201,
        location: "/api/projects/t-co-2",
      },
      {
        what: "a name without letters",
        call: "POST /api/projects",
        body: { name: "漢字" },
        status: 201,
        location: "/api/projects/project",
      },
      { what: "no name", call: "POST /api/projects", body: {}, status: 400 },
      { what: "all of them", call: "GET /api/projects", status: 200, shape: z.array(project) },
      { what: "one", call: "GET P", status: 200, shape: project, sees: { slug: "shop" } },
      { what: "unknown", call: "GET /api/projects/ghost", status: 404 },
      {
        what: "a model, with the switch",
        call: "PATCH P",
        body: { fallbackModel: "claude-haiku-4-5", updateFallbackModel: true },
        status: 200,
        shape: project,
        sees: { fallbackModel: "claude-haiku-4-5" },
      },
      {
        what: "without the switch the model stays; what is not sent stays; no name of its own",
        call: "PATCH P",
        body: { fallbackModel: "other", updateFallbackModel: false, workspacePath: null, x: 1 },
        status: 200,
        shape: project,
        ignored: "x",
        sees: { fallbackModel: "claude-haiku-4-5", workspacePath: expect.any(String) as string },
      },
      {
        what: "a blank model clears",
        call: "PATCH P",
        body: { fallbackModel: "", updateFallbackModel: true },
        status: 200,
        sees: { fallbackModel: null },
      },
      { what: "unknown", call: "PATCH /api/projects/ghost", body: {}, status: 404 },
      {
        what: "flips",
        call: "POST P/pause",
        status: 200,
        shape: project,
        sees: { isPaused: true },
      },
      { what: "flips back", call: "POST P/pause", status: 200, sees: { isPaused: false } },
      { what: "unknown", call: "POST /api/projects/ghost/pause", status: 404 },
      { what: "goes", call: "DELETE /api/projects/t-co-2", status: 204 },
      { what: "is gone", call: "DELETE /api/projects/t-co-2", status: 404 },
    ],
  );
});

describe("automations", () => {
  const answer = z.looseObject({
    config: z.looseObject({
      automations: z.array(z.looseObject({ id: z.string(), trigger: z.unknown() })),
      // Absent means the default here and null means no fuse: the answer never turns one into the other.
      dailyBudgetUsd: z.number().nullish(),
      minDescriptionLength: z.number().int().nullish(),
    }),
    workspace: z.string(),
    path: z.string(),
  });
  const config = {
    dailyBudgetUsd: 12.5,
    minDescriptionLength: 40,
    automations: [
      {
        id: "work",
        trigger: { type: "ticketInColumn", columns: ["Todo"] },
        actions: [{ type: "runAgent", agent: "programmer" }],
      },
    ],
  };
  checkRows(
    () => board,
    [
      {
        what: "no file, no automations",
        call: "GET P/automations",
        status: 200,
        shape: answer,
        sees: { config: { automations: [] }, path: ".agents/automations.json" },
      },
      { what: "the bare configuration", call: "PUT P/automations", body: config, status: 204 },
      {
        what: "with `uiTypeKey` in its nodes",
        call: "GET P/automations",
        status: 200,
        shape: answer,
        sees: {
          config: {
            dailyBudgetUsd: 12.5,
            minDescriptionLength: 40,
            automations: [
              {
                id: "work",
                trigger: { type: "ticketInColumn", uiTypeKey: "ticketInColumn", columns: ["Todo"] },
                actions: [{ type: "runAgent", uiTypeKey: "runAgent", agent: "programmer" }],
              },
            ],
          },
        },
      },
      { what: "no configuration", call: "PUT P/automations", body: { rules: [] }, status: 400 },
      { what: "unknown", call: "GET /api/projects/ghost/automations", status: 404 },
      { what: "reads the file anew", call: "POST P/automations/reload", status: 200 },
    ],
  );

  it("writes the file", async () => {
    const text = await readFile(path.join(board.workspace, ".agents/automations.json"), "utf8");
    expect(text).toContain('"id": "work"');
  });
});

describe("descriptions", () => {
  it.each(["/openapi/v1.json", "/api/openapi/v1.json"])("GET %s answers OpenAPI", async (at) => {
    const reply = await board.call("GET", at);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      openapi: "3.1.0",
      paths: {
        "/api/projects/{slug}/tickets": { get: {}, post: {} },
        "/api/images": { post: {} },
        "/api/docs": { get: {} },
      },
    });
  });

  it("GET /api/docs answers Markdown with every route, its fields and the models", async () => {
    const reply = await board.call("GET", "/api/docs");
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    const text = String(reply.body);
    for (const { method, path: address } of listRoutes()) {
      expect(text).toContain(`### ${method} ${address}\n`);
    }
    const create = text.split("### POST /api/projects/{slug}/tickets\n")[1]?.split("\n### ")[0];
    expect(create).toContain('"title": string, // required');
    expect(create).toContain('"description": string, // optional, default ""');
    expect(create).toContain('"Idea" | "NiceToHave" | "Required" | "Critical"');
    expect(create).toContain("Answer: `Ticket`");
    expect(text).toContain("Answer: `TicketSummary[]`");
    expect(text).toMatch(/### Ticket\n\n```\n\{\n {2}"id": integer,/);
    expect(text).toContain('"comments": Comment[]');
    expect(text).not.toMatch(/undefined|\[object/);
  });

  it("answers JSON for what nobody knows", async () => {
    const nowhere = await board.call("GET", "/api/nowhere");
    expect([nowhere.status, nowhere.body]).toMatchObject([404, { code: "ROUTE_UNKNOWN" }]);
    const method = await board.call("PUT", `${board.P}/tickets`, {});
    expect([method.status, method.body]).toMatchObject([405, { code: "METHOD_UNKNOWN" }]);
  });
});
