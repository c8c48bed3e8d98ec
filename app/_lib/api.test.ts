import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { ApiError } from "./api-error.ts";
import { api, apiUrl, listOf, projectPath } from "./api.ts";

const answer = (status: number, body: unknown) =>
  vi.fn<typeof fetch>(
    async () => new Response(body === null ? null : JSON.stringify(body), { status }),
  );

afterEach(() => vi.unstubAllGlobals());

describe("api", () => {
  it("sends the header that proves our own page, and the body as JSON", async () => {
    const fetched = answer(201, { id: 7 });
    vi.stubGlobal("fetch", fetched);
    expect(
      await api.post("/projects", { name: "x" }, z.object({ id: z.number() }), {
        idempotencyKey: "k",
      }),
    ).toEqual({ id: 7 });
    const [url, init] = fetched.mock.calls[0] ?? [];
    const headers = new Headers(init?.headers);
    expect(url).toBe("/api/projects");
    expect([
      headers.get("X-Signalbox"),
      headers.get("Content-Type"),
      headers.get("Idempotency-Key"),
    ]).toEqual(["1", "application/json", "k"]);
    expect(init?.body).toBe('{"name":"x"}');
  });

  it("turns a refusal into an error with code and details", async () => {
    vi.stubGlobal(
      "fetch",
      answer(409, { error: "revision is stale", code: "STALE_REVISION", details: { mine: 1 } }),
    );
    await expect(api.get("/x", z.unknown())).rejects.toMatchObject({
      status: 409,
      code: "STALE_REVISION",
      message: "revision is stale",
      details: { mine: 1 },
    });
  });

  it("says NETWORK when the server is not there", async () => {
    vi.stubGlobal(
      "fetch",
      vi.fn<typeof fetch>(async () => Promise.reject(new TypeError("fetch failed"))),
    );
    await expect(api.get("/x", z.unknown())).rejects.toMatchObject({ status: 0, code: "NETWORK" });
  });

  it("names the route and the field when an answer has another shape", async () => {
    vi.stubGlobal("fetch", answer(200, { id: "seven" }));
    const failure = await api
      .get("/x", z.object({ id: z.number() }))
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(String(failure)).toMatch(/\/x.*id/s);
  });

  it("keeps an abort an abort", async () => {
    vi.stubGlobal(
      "fetch",
      vi.fn<typeof fetch>(async () => Promise.reject(new DOMException("stop", "AbortError"))),
    );
    await expect(api.get("/x", z.unknown())).rejects.toMatchObject({ name: "AbortError" });
  });

  it("takes an empty answer", async () => {
    vi.stubGlobal("fetch", answer(204, null));
    expect(await api.delete("/x", z.unknown())).toBeNull();
  });
});

it("leaves out what a query does not say", () => {
  expect(apiUrl("/x", { a: 1, b: null, c: undefined, d: "é &" })).toBe("/api/x?a=1&d=%C3%A9+%26");
  expect(projectPath("a/b")).toBe("/projects/a%2Fb");
});

it("reads both shapes of lists", () => {
  const list = listOf(z.number());
  expect(list.parse([1, 2])).toEqual([1, 2]);
  expect(list.parse({ items: [3], next: null })).toEqual([3]);
});
