import type { Socket } from "socket.io-client";
import { describe, expect, it } from "vitest";
import { newUuid, randomToken, sha256Hex } from "#server/lib/ids.ts";
import { createProjectFixture } from "#server/testing/builders.ts";
import { createToken } from "#server/testing/open-gateway.ts";
import { waitFor } from "#server/testing/wait-for.ts";
import { ask, useGateway } from "./fixtures/use-gateway.ts";

const live = useGateway();
const { connected, join, refusal, createRun } = live;

describe("handshake", () => {
  const origin = () => ({ Origin: `http://127.0.0.1:${live.gateway.port}` });

  async function cookieHeader(): Promise<Record<string, string>> {
    const token = randomToken();
    await live.test.database.prisma.browserSession.create({
      data: {
        id: newUuid(),
        userId: live.fixture.owner.userId,
        tokenHash: sha256Hex(token),
        expiresAt: new Date(Date.now() + 60_000),
      },
    });
    return { Cookie: `${live.gateway.cookieName}=${token}` };
  }

  it("lets a signed-in browser of our own origin in", async () => {
    const socket = await connected(
      live.gateway.connect({ ...(await cookieHeader()), ...origin() }),
    );
    expect(socket.connected).toBe(true);
  });

  it.each([
    ["a cookie without Origin", () => ({})],
    ["Origin null", () => ({ Origin: "null" })],
    ["another port of localhost", () => ({ Origin: "http://localhost:1" })],
    ["another scheme", () => ({ Origin: `https://127.0.0.1:${live.gateway.port}` })],
    ["another site", () => ({ Origin: "http://evil.example" })],
    ["a foreign Host", () => ({ ...origin(), Host: "evil.example" })],
  ])("refuses %s", async (_name, headers) => {
    expect(
      await refusal(live.gateway.connect({ ...(await cookieHeader()), ...headers() })),
    ).toContain("websocket error");
  });

  it("refuses wrong and missing credentials, before any event", async () => {
    expect(await refusal(live.gateway.connect({ Authorization: "Bearer wrong" }))).toContain(
      "websocket error",
    );
    expect(await refusal(live.gateway.connect({ ...origin() }))).toContain("websocket error");
    expect(await refusal(live.gateway.connect({}))).toMatch(/Invalid namespace/);
    expect(await refusal(live.gateway.connect({}, "/live", { token: live.ownerToken }))).toMatch(
      /Invalid namespace/,
    );
    expect(await refusal(live.gateway.connect({}, "/worker", { token: live.ownerToken }))).toMatch(
      /refused/,
    );
    expect(await refusal(live.gateway.connect({}, "/worker"))).toMatch(/refused/);
    expect(
      await refusal(
        live.gateway.connect({ Authorization: `Bearer ${live.ownerToken}` }, "/worker", {
          token: live.workerToken,
        }),
      ),
    ).toMatch(/Invalid namespace/);
  });

  it("holds at most 32 connections of one token", async () => {
    const sockets: Socket[] = [];
    for (let index = 0; index < 32; index += 1) sockets.push(await join());
    expect(
      await refusal(live.gateway.connect({ Authorization: `Bearer ${live.ownerToken}` })),
    ).toMatch(/at most 32/);
    sockets[0]?.disconnect();
    await waitFor(() => join().catch(() => null), { what: "a free connection" });
  });

  it("closes the sockets of a revoked token within 5 s (S-09)", async () => {
    const socket = await join();
    const revokedAt = Date.now();
    await live.test.database.prisma.apiToken.updateMany({
      where: { tokenHash: sha256Hex(live.ownerToken) },
      data: { revokedAt: new Date() },
    });
    await waitFor(() => !socket.connected, { timeoutMs: 6_000, what: "the socket to close" });
    expect(Date.now() - revokedAt).toBeLessThan(5_000);
  });

  it("closes the sockets of a person whose rights became others, and lets it in again (S-09)", async () => {
    const { prisma } = live.test.database;
    const sam = await prisma.user.create({ data: { handle: "sam", name: "Sam", role: "member" } });
    const ada = await prisma.user.create({ data: { handle: "ada", name: "Ada", role: "member" } });
    const bring = (token: string) =>
      connected(live.gateway.connect({ Authorization: `Bearer ${token}` }));
    const connect = async (userId: number) => {
      const token = await createToken(live.test.database, "personal", { userId });
      return { token, socket: await bring(token) };
    };
    const [hers, his] = [await connect(ada.id), await connect(sam.id)];
    const changedAt = Date.now();
    await prisma.user.update({
      where: { id: sam.id },
      data: { role: "viewer", rightsChangedAt: new Date() },
    });
    await waitFor(() => !his.socket.connected, { timeoutMs: 6_000, what: "the socket to close" });
    expect(Date.now() - changedAt).toBeLessThan(5_000);
    expect(hers.socket.connected).toBe(true);
    const again = await bring(his.token);
    // It stays: the look that ends somebody else's leaves it alone.
    await prisma.user.update({ where: { id: ada.id }, data: { rightsChangedAt: new Date() } });
    await waitFor(() => !hers.socket.connected, { timeoutMs: 6_000, what: "the socket to close" });
    expect(again.connected).toBe(true);
  });
});

describe("events of clients", () => {
  it("refuses unknown events, wrong shapes and unknown keys (S-20)", async () => {
    const socket = await join();
    const run = await createRun();
    expect(await ask(socket, "board:wipe", {})).toMatchObject({ code: "EVENT_UNKNOWN" });
    expect(await ask(socket, "run:join", { run })).toMatchObject({ code: "INVALID" });
    expect(await ask(socket, "run:join", { run, after: 0, more: 1 })).toMatchObject({
      code: "INVALID",
    });
    expect(await ask(socket, "run:join", { run: "0".repeat(32), after: 0 })).toMatchObject({
      code: "RUN_UNKNOWN",
    });
    expect(await ask(socket, "board:join", { project: "nobody", revision: 0 })).toMatchObject({
      code: "PROJECT_UNKNOWN",
    });
    expect(socket.connected).toBe(true);
  });

  it("cuts a client that sends more than 64 KiB at once (S-11)", async () => {
    const socket = await join();
    const near = await ask(socket, "run:join", { run: "x".repeat(60_000), after: 0 });
    expect(near).toMatchObject({ code: "INVALID" });
    socket.emit("run:join", { run: "x".repeat(66_000), after: 0 });
    await waitFor(() => !socket.connected, { what: "the socket to close" });
  });

  it("lets an agent and a viewer see only their own projects", async () => {
    const other = await createProjectFixture(live.test.database, {
      name: `Other ${randomToken(4)}`,
    });
    const viewer = await live.test.database.prisma.user.create({
      data: { handle: `v-${randomToken(4)}`, name: "V", role: "viewer" },
    });
    const viewerToken = await createToken(live.test.database, "personal", { userId: viewer.id });
    await live.test.database.prisma.member.updateMany({
      where: { projectId: live.fixture.project.id, slug: "owner" },
      data: { userId: viewer.id },
    });
    const run = await createRun();
    const runToken = randomToken();
    await live.test.database.prisma.run.update({
      where: { id: run },
      data: { tokenHash: sha256Hex(runToken) },
    });
    for (const token of [viewerToken, runToken]) {
      const socket = await connected(live.gateway.connect({ Authorization: `Bearer ${token}` }));
      expect(
        await ask(socket, "board:join", { project: other.project.slug, revision: 0 }),
      ).toMatchObject({ code: "NOT_ALLOWED" });
      if (token === runToken)
        expect(await ask(socket, "run:join", { run, after: 0 })).toMatchObject({ from: 1 });
    }
  });
});
