import { Writable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { IncomingMessage, Server } from "node:http";
import { createLogger } from "#server/lib/logger.ts";
import { unseal } from "#server/lib/seal.ts";
import type { Actor } from "#server/contracts/actor.ts";
import { sendRaw } from "#server/testing/raw-http.ts";
import { listAllowedAddresses } from "./allowed-addresses.ts";
import { createFrontHandler, MAX_JSON_BYTES } from "./front-handler.ts";
import { createHttpServer, listenOn } from "./http-server.ts";

const cookieName = "signalbox_test1234";
const person: Actor = {
  kind: "person",
  slug: "owner",
  name: "Owner",
  userId: 1,
  role: "owner",
  isMaintainer: true,
  via: "cookie",
  credentialId: "session-1",
};
const agent: Actor = {
  kind: "agent",
  slug: "programmer",
  name: "Programmer",
  runId: "1".repeat(32),
  projectId: 1,
  projectSlug: "web",
  ticketId: 1,
  ticketNumber: 1,
  agentType: null,
  via: "basic",
  credentialId: "run:1",
};
const secret = "sbo_this-token-must-never-be-logged";

type Seen = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };
let seen: Seen[] = [];
let log = "";
let server: Server;
let port: number;
let credential = 0;
let nowMs = 0;

beforeAll(async () => {
  process.env["SIGNALBOX_SEAL_KEY"] = "k".repeat(43);
  server = createHttpServer((request, response) => handler(request, response));
  port = await listenOn(server, "127.0.0.1", 0);
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => ((log += chunk.toString()), done()),
  });
  const handler = createFrontHandler({
    addresses: listAllowedAddresses({
      port,
      allowedHosts: ["board.lan", "other.lan:8080"],
      publicUrl: "https://board.example",
    }),
    cookieName,
    // Time stands still unless a test moves it, so that limits are exact.
    clock: { now: () => new Date(), monotonicMs: () => nowMs },
    logger: createLogger("web", "info", sink),
    authenticate(found) {
      const token = "token" in found ? found.token : "";
      if (found.via === "cookie" && token === "good") return Promise.resolve(person);
      if (found.via === "bearer" && token.startsWith("good")) {
        return Promise.resolve({ ...person, via: "bearer", credentialId: token });
      }
      if (found.via === "bearer" && token === secret)
        return Promise.resolve({ ...person, via: "bearer" });
      if (found.via === "basic" && found.user === "programmer" && token === "good") {
        return Promise.resolve(agent);
      }
      return Promise.resolve(null);
    },
    async next(request, response) {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      seen.push({
        method: request.method ?? "",
        url: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      });
      if (request.url === "/api/no-such-method") {
        response.statusCode = 405;
        response.end();
        return;
      }
      response.setHeader("Content-Length", "2");
      response.end("ok");
    },
  });
});

afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  seen = [];
  credential += 1;
  nowMs += 600_000;
});

type Options = {
  method?: string;
  path?: string;
  host?: string;
  headers?: Record<string, string>;
  body?: string;
};

function request({
  method = "GET",
  path = "/api/projects",
  host = `127.0.0.1:${port}`,
  headers = {},
  body = "",
}: Options) {
  const all: Record<string, string> = { Host: host, Connection: "close", ...headers };
  if (body !== "" && !("Transfer-Encoding" in all))
    all["Content-Length"] ??= String(Buffer.byteLength(body));
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return sendRaw(port, `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

const bearer = () => ({ Authorization: `Bearer good-${credential}` });
const cookie = { Cookie: `${cookieName}=good` };
const ours = () => ({ Origin: `http://127.0.0.1:${port}` });
const json = { "Content-Type": "application/json" };
const custom = { "X-Signalbox": "1" };

describe("Host (S-03)", () => {
  it.each([
    () => `127.0.0.1:${port}`,
    () => `localhost:${port}`,
    () => `LOCALHOST:${port}`,
    () => `[::1]:${port}`,
    () => "board.lan",
    () => `board.lan:${port}`,
    () => "other.lan:8080",
    () => "board.example",
  ])("answers to an address of its own", async (host) => {
    expect((await request({ host: host(), headers: bearer() })).status).toBe(200);
  });

  it.each([
    () => "localhost",
    () => `localhost:${port + 1}`,
    () => `evil.example:${port}`,
    () => `127.0.0.1.evil.example:${port}`,
    () => `0.0.0.0:${port}`,
    () => `2130706433:${port}`,
    () => "other.lan",
    () => `localhost.:${port}`,
  ])("refuses a name that is not its own", async (host) => {
    expect((await request({ host: host(), headers: bearer() })).status).toBe(421);
    expect(seen).toEqual([]);
  });

  it("refuses an absent, an empty and a doubled Host", async () => {
    const head = `Authorization: Bearer good-${credential}\r\nConnection: close\r\n\r\n`;
    const good = `Host: 127.0.0.1:${port}\r\n`;
    expect((await sendRaw(port, `GET /api/projects HTTP/1.1\r\n${head}`)).status).toBe(400);
    expect((await sendRaw(port, `GET /api/projects HTTP/1.0\r\n${head}`)).status).toBe(400);
    expect((await sendRaw(port, `GET /api/projects HTTP/1.1\r\nHost:\r\n${head}`)).status).toBe(
      400,
    );
    expect(
      (await sendRaw(port, `GET /api/projects HTTP/1.1\r\n${good}${good}${head}`)).status,
    ).toBe(400);
    expect(
      (await sendRaw(port, `GET http://evil.example/api/projects HTTP/1.1\r\n${good}${head}`))
        .status,
    ).toBe(400);
    expect(seen).toEqual([]);
  });
});

describe("credentials", () => {
  it("gives the actor to the next handler sealed, and keeps secrets and forged headers back", async () => {
    const answer = await request({
      path: "/api/projects?x=1",
      headers: {
        ...bearer(),
        Cookie: `theme=dark; ${cookieName}=other`,
        "X-Signalbox-Actor": "forged",
        "X-Request-Id": "forged",
        "X-Middleware-Subrequest": "middleware",
        "X-Forwarded-Host": "evil.example",
        "Content-Security-Policy": "script-src 'nonce-forged'",
      },
    });
    expect(answer.status).toBe(200);
    const [forwarded] = seen;
    expect(unseal(String(forwarded?.headers["x-signalbox-actor"]))).toMatchObject({
      slug: "owner",
      via: "bearer",
    });
    expect(forwarded?.headers.authorization).toBeUndefined();
    expect(forwarded?.headers.cookie).toBe("theme=dark");
    expect(forwarded?.headers["x-forwarded-host"]).toBeUndefined();
    expect(forwarded?.headers["x-middleware-subrequest"]).toBeUndefined();
    expect(forwarded?.headers["content-security-policy"]).toBe(
      answer.headers["content-security-policy"],
    );
    expect(forwarded?.headers["x-request-id"]).toBe(answer.headers["x-request-id"]);
    expect(forwarded?.url).toBe("/api/projects?x=1");
  });

  it("refuses what is no credential with 401", async () => {
    const wrong = [
      {},
      { Authorization: "Bearer wrong" },
      { Authorization: "Bearer" },
      { Authorization: "Negotiate abc" },
      { Authorization: `Basic ${Buffer.from("reviewer:good").toString("base64")}` },
      { Authorization: "Bearer wrong", ...cookie },
      { Cookie: `${cookieName}=bad` },
      { Cookie: `${cookieName}=good; ${cookieName}=good` },
      { Cookie: "signalbox_other123=good" },
    ];
    for (const headers of wrong) {
      const answer = await request({ headers: headers as Record<string, string> });
      expect([answer.status, JSON.parse(answer.body)]).toEqual([
        401,
        expect.objectContaining({ code: "SIGN_IN" }),
      ]);
    }
    expect(seen).toEqual([]);
  });

  it("takes a run token as Basic only under the agent's name", async () => {
    const basic = Buffer.from("programmer:good").toString("base64");
    expect((await request({ headers: { Authorization: `Basic ${basic}` } })).status).toBe(200);
    expect(
      (await request({ path: "/p/web", headers: { Authorization: `Basic ${basic}` } })).status,
    ).toBe(403);
  });

  it("sends browsers without a session to the sign-in page and answers JSON to the API", async () => {
    const page = await request({ path: "/p/web?ticket=3" });
    expect([page.status, page.headers["location"]]).toEqual([
      303,
      "/login?next=%2Fp%2Fweb%3Fticket%3D3",
    ]);
    expect((await request({ path: "/api/nothing" })).status).toBe(401);
    expect(
      (await request({ path: "/p/web", method: "POST", headers: json, body: "{}" })).status,
    ).toBe(401);
  });

  it.each([
    "/api/health",
    "/api/version",
    "/api/schemas/automations.json",
    "/schemas/automations.json",
    "/login",
    "/_next/static/chunks/a.js",
    "/favicon.ico",
  ])("answers %s to anybody, also with a stale cookie", async (path) => {
    expect((await request({ path })).status).toBe(200);
    expect((await request({ path, headers: { Cookie: `${cookieName}=bad` } })).status).toBe(200);
    expect(seen[0]?.headers["x-signalbox-actor"]).toBeUndefined();
  });

  it.each([
    "/_next/static/../../api/projects",
    "/_next/static/%2e%2e/api/projects",
    "/_next/static/..%2f..%2fapi/projects",
    "/_next/data/x.json",
    "/_next/image?url=x",
    "/api/health/",
    "/schemas/",
    "/schemas/automations.json/x",
    "/api/schemas/other.json",
    "/api/health/../projects",
    "/api//projects",
    "//api/projects",
    "/login/../api/projects",
    "/api%2fhealth",
    "/API/projects",
    "/login/x",
    "/__nextjs_source-map",
  ])("does not let %s pass as an open path", async (path) => {
    const answer = await request({ path });
    expect(answer.status === 401 || answer.status === 400 || answer.status === 303).toBe(true);
    expect(seen).toEqual([]);
  });

  it("gives an empty 405 of a route its words", async () => {
    const answer = await request({ path: "/api/no-such-method", headers: bearer() });
    expect([answer.status, answer.headers["content-type"]]).toEqual([
      405,
      "application/json; charset=utf-8",
    ]);
    expect(answer.body).toContain("METHOD_UNKNOWN");
  });

  it("serves Socket.IO's path over websockets only", async () => {
    const answer = await request({
      path: "/socket.io/?EIO=4&transport=polling",
      headers: bearer(),
    });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      400,
      expect.objectContaining({ code: "WEBSOCKET_ONLY" }),
    ]);
  });
});

describe("Origin (S-04) and forgery (S-05)", () => {
  const write = (headers: Record<string, string>, path = "/api/projects") =>
    request({ method: "POST", path, headers, body: '{"a":1}' });

  it("lets our own page write", async () => {
    expect((await write({ ...cookie, ...ours(), ...json, ...custom })).status).toBe(200);
    expect(seen[0]?.body).toBe('{"a":1}');
  });

  it.each([
    () => "null",
    () => `http://127.0.0.1:${port + 1}`,
    () => `http://localhost:${port + 1}`,
    () => `https://127.0.0.1:${port}`,
    () => "http://127.0.0.1",
    () => "http://192.168.0.7",
    () => "http://board.example",
    () => `http://localhost:${port}/`,
    () => `http://LOCALHOST:${port}`,
    () => "",
  ])("refuses a cookie's write from another origin", async (origin) => {
    const answer = await write({ ...cookie, ...json, ...custom, Origin: origin() });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      403,
      expect.objectContaining({ code: "ORIGIN_REFUSED" }),
    ]);
    expect(seen).toEqual([]);
  });

  it("refuses a cookie's write without Origin", async () => {
    expect((await write({ ...cookie, ...json, ...custom })).status).toBe(403);
  });

  it("refuses a cookie's write without the custom header or with a form's content type", async () => {
    expect((await write({ ...cookie, ...ours(), ...json })).status).toBe(403);
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
    ]) {
      expect((await write({ ...cookie, ...ours(), ...custom, "Content-Type": type })).status).toBe(
        415,
      );
    }
    expect((await write({ ...cookie, ...ours(), ...custom })).status).toBe(415);
    expect(seen).toEqual([]);
  });

  it("takes multipart on the images' path only", async () => {
    const headers = {
      ...cookie,
      ...ours(),
      ...custom,
      "Content-Type": "multipart/form-data; boundary=x",
    };
    expect((await write(headers, "/api/images")).status).toBe(200);
  });

  it("asks neither of a script with its own token", async () => {
    expect((await write({ ...bearer(), ...json })).status).toBe(200);
  });

  it("guards the sign-in against forms and other origins", async () => {
    const path = "/api/login";
    expect((await write({ ...json, ...ours() }, path)).status).toBe(200);
    expect((await write({ ...json }, path)).status).toBe(200);
    expect((await write({ ...json, Origin: "http://evil.example" }, path)).status).toBe(403);
    expect((await write({ "Content-Type": "text/plain", ...ours() }, path)).status).toBe(415);
  });
});

describe("limits (S-11)", () => {
  it("takes a body of exactly the limit and refuses one byte more, declared or chunked", async () => {
    const body = (size: number) => "x".repeat(size);
    const headers = { ...bearer(), ...json };
    const send = (size: number) => request({ method: "POST", headers, body: body(size) });
    expect((await send(MAX_JSON_BYTES)).status).toBe(200);
    expect(seen[0]?.body.length).toBe(MAX_JSON_BYTES);
    expect((await send(MAX_JSON_BYTES + 1)).status).toBe(413);
    const chunked = `${(MAX_JSON_BYTES + 1).toString(16)}\r\n${body(MAX_JSON_BYTES + 1)}\r\n0\r\n\r\n`;
    const answer = await request({
      method: "POST",
      headers: { ...headers, "Transfer-Encoding": "chunked" },
      body: chunked,
    });
    expect(answer.status).toBe(413);
    expect(seen.length).toBe(1);
  });

  it("refuses a declared 100-fold body without reading it", async () => {
    const headers = { ...bearer(), ...json, "Content-Length": String(MAX_JSON_BYTES * 100) };
    expect((await request({ method: "POST", headers, body: "{}" })).status).toBe(413);
  });

  it("lets 40 writes of one token pass at once, then 20 a second; others go on", async () => {
    const write = () => request({ method: "POST", headers: { ...bearer(), ...json }, body: "{}" });
    const passing = async (count: number) => {
      const answers = [];
      for (let index = 0; index < count; index += 1) answers.push(await write());
      return answers.filter((answer) => answer.status === 200).length;
    };
    expect(await passing(60)).toBe(40);
    const refused = await write();
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "1"]);
    nowMs += 1_000;
    expect(await passing(30)).toBe(20);
    credential += 1_000;
    expect((await write()).status).toBe(200);
  });

  it("never limits reads of a known token", async () => {
    for (let index = 0; index < 120; index += 1) {
      expect((await request({ headers: bearer() })).status).toBe(200);
    }
  });

  it("lets ten sign-ins a minute through, and no guess of a token beyond its limit", async () => {
    const signIn = async () =>
      (await request({ method: "POST", path: "/api/login", headers: json, body: "{}" })).status;
    const statuses: number[] = [];
    for (let index = 0; index < 14; index += 1) statuses.push(await signIn());
    expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(4).fill(429)]);
    nowMs += 6_000;
    expect([await signIn(), await signIn()]).toEqual([200, 429]);
    const guesses: number[] = [];
    for (let index = 0; index < 110; index += 1) {
      guesses.push((await request({ headers: { Authorization: `Bearer wrong${index}` } })).status);
    }
    expect(guesses.slice(0, 100)).toEqual(Array(100).fill(401));
    expect(guesses.slice(100)).toEqual(Array(10).fill(429));
    expect((await request({ headers: bearer() })).status).toBe(200);
  });

  it("refuses headers beyond 16 KiB", async () => {
    const answer = await request({ headers: { ...bearer(), "X-Long": "x".repeat(17_000) } });
    expect(answer.status).toBe(431);
  });
});

describe("what every answer carries", () => {
  it("has the policy with a fresh nonce, no CORS header, and hides nothing behind a query in the log", async () => {
    const answers = [
      await request({ headers: bearer() }),
      await request({ path: "/login" }),
      await request({ path: "/p/web" }),
      await request({ path: "/api/x" }),
      await request({ method: "OPTIONS", headers: { ...bearer(), Origin: "http://evil.example" } }),
      await request({ host: "evil.example" }),
    ];
    const policies = answers.map((answer) => answer.headers["content-security-policy"] ?? "");
    expect(new Set(policies).size).toBe(answers.length);
    for (const [index, answer] of answers.entries()) {
      expect(policies[index]).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]{24}';/);
      expect(policies[index]).not.toContain("unsafe-eval");
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      expect(answer.headers["referrer-policy"]).toBe("no-referrer");
      expect(answer.headers["cross-origin-resource-policy"]).toBe("same-origin");
      expect(answer.text.toLowerCase()).not.toContain("access-control-");
    }
  });

  it("writes no token, cookie or query to the log (S-08)", async () => {
    await request({
      path: "/api/projects?token=in-the-query",
      headers: { Authorization: `Bearer ${secret}` },
    });
    await request({ path: "/api/projects", headers: { Authorization: `Bearer ${secret}-wrong` } });
    await request({ path: "/api/projects", headers: { Cookie: `${cookieName}=${secret}` } });
    await request({
      method: "POST",
      path: "/api/projects",
      headers: { Authorization: `Bearer ${secret}`, ...json },
      body: `{"token":"${secret}"}`,
    });
    expect(log).toContain('"path":"/api/projects"');
    expect(log).not.toContain(secret);
    expect(log).not.toContain("in-the-query");
  });
});
