import { createServer } from "node:http";
import type { IncomingMessage, RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { MAX_ANSWER_BYTES, callOut, isPublic } from "./outgoing.ts";
import type { OutgoingCall } from "./outgoing.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server on this machine; `host` is what a person would put on the list. */
async function serve(answer: RequestListener): Promise<{ host: string; port: number }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, port };
}

const call = (url: string, more: Partial<OutgoingCall> = {}) =>
  callOut({
    method: "GET",
    url,
    headers: {},
    body: null,
    timeoutMs: 5_000,
    allowedHosts: [],
    ...more,
  });
const codeOf = async (answer: ReturnType<typeof call>) => {
  const found = await answer;
  return found.ok ? found.status : found.code;
};

it("sends method, headers and body to a host on the list and brings back the answer", async () => {
  let seen: IncomingMessage | undefined;
  let body = "";
  const { host } = await serve((request, response) => {
    seen = request;
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => response.writeHead(201).end("made"));
  });
  const answer = await call(`http://${host}/x?y=1`, {
    method: "POST",
    headers: { "X-Kind": "test", "content-type": "application/json" },
    body: '{"title":"é"}',
    allowedHosts: [host],
  });
  expect(answer).toEqual({ ok: true, status: 201, body: "made", isTruncated: false });
  expect(seen).toMatchObject({ method: "POST", url: "/x?y=1" });
  expect(seen?.headers).toMatchObject({ "x-kind": "test", "content-length": "14", host });
  expect(body).toBe('{"title":"é"}');
});

it("follows no redirect: it is the answer", async () => {
  let calls = 0;
  const { host } = await serve((_request, response) => {
    calls += 1;
    response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end();
  });
  expect(await codeOf(call(`http://${host}/`, { allowedHosts: [host] }))).toBe(302);
  expect(calls).toBe(1);
});

it("reads a bounded part of an answer that does not end", async () => {
  const { host } = await serve((_request, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write("x".repeat(16_384)));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  });
  const answer = await call(`http://${host}/`, { allowedHosts: [host] });
  expect(answer).toMatchObject({ ok: true, isTruncated: true });
  expect(answer.ok && answer.body.length).toBe(MAX_ANSWER_BYTES);
});

it("gives up on a server that does not answer", async () => {
  const { host } = await serve(() => undefined);
  expect(await call(`http://${host}/`, { allowedHosts: [host], timeoutMs: 50 })).toMatchObject({
    ok: false,
    code: "TIMED_OUT",
    isFinal: false,
  });
});

it("says that nobody listens, which may change", async () => {
  const { host } = await serve(() => undefined);
  await closing.pop()?.();
  expect(await call(`http://${host}/`, { allowedHosts: [host] })).toMatchObject({
    code: "UNREACHABLE",
    isFinal: false,
  });
});

describe("the project's list", () => {
  const list = ["api.example.com", "api.example.com:8443", "127.0.0.1:8080"];
  const resolve = () => Promise.resolve(["10.0.0.1"]);
  it.each([
    // A listed host is only then looked at further, and this one has a private address.
    ["https://api.example.com/x", "ADDRESS_REFUSED"],
    ["http://API.example.com/x", "ADDRESS_REFUSED"],
    ["https://api.example.com:8443/x", "ADDRESS_REFUSED"],
    ["https://api.example.com:9443/x", "HOST_NOT_ALLOWED"],
    ["https://api.example.com.evil.example/", "HOST_NOT_ALLOWED"],
    ["https://xapi.example.com/", "HOST_NOT_ALLOWED"],
    ["https://api.example.com@evil.example/", "URL_INVALID"],
    ["http://127.0.0.1:8081/", "HOST_NOT_ALLOWED"],
    ["http://127.0.0.1/", "HOST_NOT_ALLOWED"],
    ["file:///etc/passwd", "URL_INVALID"],
    ["not an address", "URL_INVALID"],
  ])("%s is %s", async (url, code) => {
    expect(await codeOf(call(url, { allowedHosts: list, resolve }))).toBe(code);
  });
});

describe("the address connected to", () => {
  it.each([
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fd00::1",
    "fec0::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:a9fe:a9fe",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "not an address",
  ])("is never %s", async (address) => {
    expect(isPublic(address)).toBe(false);
    const resolve = () => Promise.resolve(["93.184.215.14", address]);
    const allowedHosts = ["api.example.com"];
    expect(await codeOf(call("http://api.example.com/", { allowedHosts, resolve }))).toBe(
      "ADDRESS_REFUSED",
    );
  });

  it("may be any public one", () => {
    for (const address of ["93.184.215.14", "2606:2800:21f:cb07::1", "::ffff:93.184.215.14"]) {
      expect(isPublic(address)).toBe(true);
    }
  });

  it.each([
    ["http://2130706433/", "127.0.0.1"],
    ["http://0x7f.1/", "127.0.0.1"],
    ["http://127.1/", "127.0.0.1"],
    ["http://[::ffff:127.0.0.1]/", "[::ffff:7f00:1]"],
  ])("is judged however %s spells it", async (url, host) => {
    expect(await codeOf(call(url, { allowedHosts: [host] }))).toBe("ADDRESS_REFUSED");
  });

  it("is the one that was judged, whatever the name server says next", async () => {
    let asked = 0;
    const { host, port } = await serve((_request, response) => void response.end("reached"));
    const resolve = () => {
      asked += 1;
      return Promise.resolve(asked === 1 ? ["127.0.0.1"] : ["127.0.0.2"]);
    };
    const url = `http://localhost:${port}/`;
    const allowedHosts = [`localhost:${port}`];
    expect(await call(url, { allowedHosts, resolve })).toMatchObject({ ok: true, body: "reached" });
    expect(asked).toBe(1);
    expect(host).toContain(String(port));
  });

  it("may be this machine only where it is named with its port, and never the cloud's metadata", async () => {
    const { port } = await serve((_request, response) => void response.end("x"));
    const url = `http://127.0.0.1:${port}/`;
    expect(await codeOf(call(url, { allowedHosts: ["127.0.0.1"] }))).toBe("HOST_NOT_ALLOWED");
    expect(await codeOf(call(url, { allowedHosts: [`127.0.0.1:${port}`] }))).toBe(200);
    const metadata = "http://169.254.169.254:80/";
    const allowedHosts = ["169.254.169.254:80", "169.254.169.254"];
    expect(await codeOf(call(metadata, { allowedHosts }))).toBe("ADDRESS_REFUSED");
    // Another name with this address is not what the person named.
    const resolve = () => Promise.resolve(["127.0.0.1"]);
    expect(
      await codeOf(
        call(`http://inside.example:${port}/`, {
          allowedHosts: [`inside.example:${port}`],
          resolve,
        }),
      ),
    ).toBe("ADDRESS_REFUSED");
  });
});
