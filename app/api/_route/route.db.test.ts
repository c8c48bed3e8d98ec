import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { Failure } from "#server/contracts/failure.ts";
import { currentRequestId } from "#server/lib/request-context.ts";
import { seal } from "#server/lib/seal.ts";
import { setDatabase } from "#server/store/client.ts";
import { agentActor, createOwner, createProjectFixture } from "#server/testing/builders.ts";
import { callRoute } from "#server/testing/call-route.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { numberParam } from "./params.ts";
import { accepted, created, noContent, route } from "./route.ts";

let test: TestDatabase;
let owner: Awaited<ReturnType<typeof createOwner>>;

beforeAll(async () => {
  test = await createTestDatabase();
  setDatabase(test.database);
  owner = await createOwner(test.database);
});
afterAll(() => test.close());

const body = z.object({ name: z.string(), count: z.number().int().default(1) });
const strict = route({
  access: "write",
  params: z.object({ id: numberParam }),
  query: z.object({ q: z.string().optional() }),
  body,
  handle: (input) => input.body,
});
const compat = route({
  access: "write",
  isCompat: true,
  query: z.object({ q: z.string().optional() }),
  body,
  handle: (input) => ({ ...input.body, q: input.query.q }),
});

const send = (handler: typeof strict, call: object = {}) =>
  callRoute(handler, {
    actor: owner,
    method: "POST",
    params: { id: "1" },
    body: { name: "a" },
    ...call,
  });

describe("a route of ours", () => {
  it("hands over parsed input and answers plain values with 200", async () => {
    expect(await send(strict)).toMatchObject({ status: 200, body: { name: "a", count: 1 } });
  });

  it("refuses unknown fields in body and query and names the allowed ones", async () => {
    expect(await send(strict, { body: { name: "a", nmae: 1 } })).toMatchObject({
      status: 400,
      body: { code: "UNKNOWN_FIELDS", error: expect.stringContaining("name, count") as string },
    });
    expect(await send(strict, { query: { p: "1" } })).toMatchObject({
      status: 400,
      body: { code: "UNKNOWN_FIELDS", error: expect.stringContaining("expected only q") as string },
    });
    expect(await send(strict, { body: { name: "a", count: "1" } })).toMatchObject({
      status: 400,
      body: { code: "INVALID" },
    });
  });

  it("names each wrong field with what was found", async () => {
    const reply = await send(strict, { body: { count: "x" } });
    expect(reply).toMatchObject({
      status: 400,
      body: {
        code: "INVALID",
        details: {
          problems: [
            { field: "name", found: "nothing" },
            { field: "count", found: '"x"' },
          ],
        },
      },
    });
  });

  it("refuses other content types, malformed JSON and missing bodies", async () => {
    expect((await send(strict, { headers: { "content-type": "text/plain" } })).status).toBe(415);
    expect(
      (await send(strict, { headers: { "content-type": "application/x-www-form-urlencoded" } }))
        .status,
    ).toBe(415);
    expect(await send(strict, { body: "{nope" })).toMatchObject({
      status: 400,
      body: { code: "MALFORMED_JSON" },
    });
    expect((await send(strict, { body: undefined })).status).toBe(415);
    expect((await send(strict, { body: "[]" })).status).toBe(400);
  });

  it("takes a path parameter that does not fit for an unknown address", async () => {
    expect(await send(strict, { params: { id: "one" } })).toMatchObject({
      status: 404,
      body: { code: "ROUTE_UNKNOWN" },
    });
  });
});

describe("a compatible route", () => {
  it("ignores unknown fields, names them in a header, and reads names in any case and numbers as text", async () => {
    const reply = await send(compat, {
      body: { NAME: "a", Count: "7", author: "x" },
      query: { q: "1", other: "2" },
    });
    expect(reply).toMatchObject({ status: 200, body: { name: "a", count: 7, q: "1" } });
    expect(reply.headers.get("x-ignored-fields")).toBe("other, author");
  });

  it("takes null for absent and still refuses what is missing or wrong", async () => {
    expect(await send(compat, { body: { name: "a", count: null } })).toMatchObject({
      status: 200,
      body: { count: 1 },
    });
    expect(await send(compat, { body: { name: null } })).toMatchObject({
      status: 400,
      body: { code: "INVALID" },
    });
    expect(await send(compat, { body: { name: "a", count: "many" } })).toMatchObject({
      status: 400,
    });
  });
});

describe("access", () => {
  const open = (access: "read" | "write" | "maintain" | "owner", agents = false) =>
    route({ access, agents, handle: () => ({}) });
  const person = (role: "owner" | "member" | "viewer", isMaintainer = false) => ({
    ...owner,
    role,
    isMaintainer,
  });

  it("lets each role in as far as it goes", async () => {
    const levels = ["read", "write", "maintain", "owner"] as const;
    const table = [person("viewer"), person("member"), person("member", true), person("owner")];
    for (const [rank, actor] of table.entries()) {
      const found = await Promise.all(
        levels.map(async (level) => (await callRoute(open(level), { actor })).status),
      );
      expect(found).toEqual(levels.map((_, level) => (level <= rank ? 200 : 403)));
    }
  });

  it("keeps agents out of everything but routes open to them, and in their own project", async () => {
    const agent = agentActor({ id: 1, slug: "own" }, "programmer");
    expect(await callRoute(open("write"), { actor: agent })).toMatchObject({
      status: 403,
      body: { code: "NOT_FOR_AGENTS" },
    });
    expect(
      (await callRoute(open("write", true), { actor: agent, params: { slug: "own" } })).status,
    ).toBe(200);
    expect(
      await callRoute(open("read", true), { actor: agent, params: { slug: "other" } }),
    ).toMatchObject({ status: 403, body: { code: "OTHER_PROJECT" } });
  });

  it("shows a viewer only projects it is a member of", async () => {
    const { project } = await createProjectFixture(test.database);
    const sam = await test.database.prisma.user.create({
      data: { handle: "sam", name: "Sam", role: "viewer" },
    });
    const viewer = { ...person("viewer"), userId: sam.id, slug: "sam" };
    const params = { slug: project.slug };
    expect(await callRoute(open("read"), { actor: viewer, params })).toMatchObject({
      status: 404,
      body: { code: "PROJECT_UNKNOWN" },
    });
    await test.database.prisma.member.create({
      data: {
        projectId: project.id,
        number: 9,
        slug: "sam",
        name: "Sam",
        kind: "person",
        userId: sam.id,
      },
    });
    expect((await callRoute(open("read"), { actor: viewer, params })).status).toBe(200);
  });

  it("answers 401 without an actor, with a forged one, and with one that makes no requests", async () => {
    expect((await callRoute(open("read"), { actor: null })).status).toBe(401);
    expect(
      (
        await callRoute(open("read"), {
          actor: null,
          headers: { "x-signalbox-actor": JSON.stringify(owner) },
        })
      ).status,
    ).toBe(401);
    const forged = seal(owner).replace(
      /\.(.)/,
      (_, letter: string) => `.${letter === "A" ? "B" : "A"}`,
    );
    expect(
      (await callRoute(open("read"), { actor: null, headers: { "x-signalbox-actor": forged } }))
        .status,
    ).toBe(401);
    expect(
      (
        await callRoute(open("read"), {
          actor: { kind: "system", slug: "system", name: "Signalbox" },
        })
      ).status,
    ).toBe(401);
  });
});

describe("answers", () => {
  it("turns refusals into their status and anything else into a 500 without details of it", async () => {
    const refusing = route({
      access: "public",
      handle: () => Promise.reject(new Failure(422, "COLUMN_FULL", "full", { limit: 1 })),
    });
    expect(await callRoute(refusing, { actor: null })).toMatchObject({
      status: 422,
      body: { error: "full", code: "COLUMN_FULL", details: { limit: 1 } },
    });
    const failing = route({ access: "public", handle: () => Promise.reject(new Error("secret")) });
    const reply = await callRoute(failing, { actor: null, headers: { "x-request-id": "r-1" } });
    expect(reply).toMatchObject({
      status: 500,
      body: { code: "INTERNAL", details: { requestId: "r-1" } },
    });
    expect(JSON.stringify(reply.body)).not.toContain("secret");
  });

  it("knows created, accepted, no content and nothing", async () => {
    const answer = (handle: () => unknown) =>
      callRoute(route({ access: "public", handle }), { actor: null });
    expect(
      await answer(() => created({ a: 1 }, "/api/x/1")).then((reply) => [
        reply.status,
        reply.headers.get("location"),
      ]),
    ).toEqual([201, "/api/x/1"]);
    expect((await answer(() => accepted({}))).status).toBe(202);
    expect((await answer(() => noContent())).status).toBe(204);
    expect((await answer(() => undefined)).status).toBe(204);
  });

  it("tells what it calls the id of the request", async () => {
    const handler = route({ access: "public", handle: () => ({ id: currentRequestId() }) });
    expect(
      (await callRoute(handler, { actor: null, headers: { "x-request-id": "r-2" } })).body,
    ).toEqual({ id: "r-2" });
    expect(currentRequestId()).toBeNull();
  });
});
