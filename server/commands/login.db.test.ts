import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isFailure } from "#server/contracts/failure.ts";
import { createAuthenticator, findRevoked, findWorkerToken } from "#server/http/authenticate.ts";
import { newRunId, newUuid, randomToken, sha256Hex } from "#server/lib/ids.ts";
import { createProjectFixture } from "#server/testing/builders.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { createToken } from "#server/testing/open-gateway.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";

let test: TestDatabase;
const now = new Date("2026-05-01T10:00:00Z");
const later = (ms: number) => new Date(now.getTime() + ms);

beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.prisma.installation.create({ data: { instanceId: newUuid() } });
});
afterAll(() => test.close());

const signIn = (token: string, at = now) => login(test.database, { token, userAgent: "test" }, at);
const who = (credential: Parameters<ReturnType<typeof createAuthenticator>>[0], at = now) =>
  createAuthenticator(test.database)(credential, at);
async function isRefused(work: Promise<unknown>): Promise<boolean> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return isFailure(error) && error.status === 401 && error.code === "TOKEN_REFUSED";
}

describe("login", () => {
  it("exchanges a link once, also when many open it at the same moment, and makes the owner", async () => {
    const token = await createToken(test.database, "login_link", { expiresAt: later(600_000) });
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        signIn(token).then(
          (session) => session,
          () => null,
        ),
      ),
    );
    const sessions = results.filter((session) => session !== null);
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.user.slug).toBe("owner");
    expect(await isRefused(signIn(token))).toBe(true);
    const owner = await test.database.prisma.user.findUniqueOrThrow({ where: { handle: "owner" } });
    expect(owner).toMatchObject({ role: "owner", isMaintainer: true });
    const actor = await who({ via: "cookie", token: sessions[0]?.cookieValue ?? "" });
    expect(actor).toMatchObject({ kind: "person", slug: "owner", role: "owner", via: "cookie" });
  });

  it("stores no token as it is (S-08)", async () => {
    const token = await createToken(test.database, "owner");
    const { cookieValue } = await signIn(token);
    const { rows } = await test.database.pool.query<{ text: string }>(
      `SELECT string_agg(t::text, ' ') AS text FROM (
         SELECT row_to_json(s) AS t FROM "BrowserSession" s UNION ALL SELECT row_to_json(a) FROM "ApiToken" a) x`,
    );
    expect(rows[0]?.text).not.toContain(token);
    expect(rows[0]?.text).not.toContain(cookieValue);
  });

  it("refuses an expired, a revoked and an unknown token, a worker's, and a disabled person's", async () => {
    const expired = await createToken(test.database, "login_link", { expiresAt: later(-1) });
    const revoked = await createToken(test.database, "owner");
    await test.database.prisma.apiToken.update({
      where: { tokenHash: sha256Hex(revoked) },
      data: { revokedAt: now },
    });
    const worker = await createToken(test.database, "worker");
    const gone = await test.database.prisma.user.create({
      data: { handle: "gone", name: "G", role: "member", disabledAt: now },
    });
    const disabled = await createToken(test.database, "personal", { userId: gone.id });
    for (const token of [expired, revoked, worker, disabled, randomToken(), "x"]) {
      expect(await isRefused(signIn(token))).toBe(true);
    }
  });

  it("ends a session by logout, by time, and lets it live while it is used", async () => {
    const { cookieValue: token, expiresAt } = await signIn(
      await createToken(test.database, "owner"),
    );
    const actor = await who({ via: "cookie", token });
    if (!actor || actor.kind !== "person") throw new Error("expected a person");
    const day = 24 * 3_600_000;
    expect(await who({ via: "cookie", token }, later(20 * day))).not.toBeNull();
    expect(await who({ via: "cookie", token }, later(40 * day))).not.toBeNull();
    expect(expiresAt).toEqual(later(30 * day));
    expect(await who({ via: "cookie", token }, later(71 * day))).toBeNull();
    await logout(test.database, actor, now);
    expect(await who({ via: "cookie", token })).toBeNull();
    expect(await findRevoked(test.database, [actor.credentialId], now)).toEqual(
      new Set([actor.credentialId]),
    );
  });
});

describe("run tokens", () => {
  it("work while the run is active and a minute longer, as Basic only under the agent's name", async () => {
    const { project } = await createProjectFixture(test.database, {
      agents: [{ slug: "programmer", type: "coder" }],
      tickets: [{}],
    });
    const token = `sbr_${randomToken()}`;
    const id = newRunId();
    await test.database.prisma.run.create({
      data: {
        id,
        projectId: project.id,
        agent: "programmer",
        agentType: "coder",
        cause: "manual",
        causeText: {},
        state: "running",
        prompt: "",
        permissionLevel: "edit",
        maxTurns: 1,
        timeoutSeconds: 1,
        cwd: "/",
        contract: {},
        contractHash: "",
        admittedRevision: 1,
        tokenHash: sha256Hex(token),
      },
    });
    expect(await who({ via: "bearer", token })).toMatchObject({
      kind: "agent",
      slug: "programmer",
      runId: id,
      projectSlug: project.slug,
      agentType: "coder",
    });
    expect(await who({ via: "basic", user: "programmer", token })).toMatchObject({
      kind: "agent",
      via: "basic",
    });
    expect(await who({ via: "basic", user: "owner", token })).toBeNull();
    expect(await who({ via: "cookie", token })).toBeNull();
    await test.database.prisma.run.update({
      where: { id },
      data: { state: "ended", endedAt: now },
    });
    expect(await who({ via: "bearer", token }, later(59_000))).not.toBeNull();
    expect(await who({ via: "bearer", token }, later(61_000))).toBeNull();
    expect(await findRevoked(test.database, [`run:${id}`], later(61_000))).toEqual(
      new Set([`run:${id}`]),
    );
  });
});

describe("kinds of tokens", () => {
  it("do not stand in for each other", async () => {
    const [owner, worker, link] = await Promise.all([
      createToken(test.database, "owner"),
      createToken(test.database, "worker"),
      createToken(test.database, "login_link", { expiresAt: later(600_000) }),
    ]);
    expect(await findWorkerToken(test.database, worker, now)).not.toBeNull();
    expect(await findWorkerToken(test.database, owner, now)).toBeNull();
    for (const token of [worker, link]) {
      expect(await who({ via: "bearer", token })).toBeNull();
      expect(await who({ via: "cookie", token })).toBeNull();
    }
    expect(await who({ via: "basic", user: "owner", token: owner })).toBeNull();
  });
});
