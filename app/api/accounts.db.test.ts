/** Accounts as people use them: invited, signed in, given other rights, signed out (ux 34). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newTokenSchema } from "#server/contracts/accounts.ts";
import type { Actor } from "#server/contracts/actor.ts";
import { createAuthenticator, findRevoked } from "#server/http/authenticate.ts";
import { newUuid } from "#server/lib/ids.ts";
import { setDatabase } from "#server/store/client.ts";
import { createProjectFixture } from "#server/testing/builders.ts";
import type { ProjectFixture } from "#server/testing/builders.ts";
import { callRoute } from "#server/testing/call-route.ts";
import type { RouteCall, RouteReply } from "#server/testing/call-route.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { GET as audit } from "./audit/route.ts";
import { DELETE as takeBack } from "./invitations/[id]/route.ts";
import { GET as invitations, POST as invite } from "./invitations/route.ts";
import { POST as loginLink } from "./login-links/route.ts";
import { POST as login } from "./login/route.ts";
import { PUT as setPassword } from "./me/password/route.ts";
import { GET as readMe, PATCH as patchMe } from "./me/route.ts";
import { DELETE as endSession } from "./sessions/[id]/route.ts";
import { DELETE as endOthers, GET as sessions } from "./sessions/route.ts";
import { DELETE as revokeToken } from "./tokens/[id]/route.ts";
import { GET as tokens, POST as createToken } from "./tokens/route.ts";
import { PATCH as patchUser } from "./users/[handle]/route.ts";
import { GET as users } from "./users/route.ts";

type Person = Extract<Actor, { kind: "person" }>;

let test: TestDatabase;
let shop: ProjectFixture;
let site: ProjectFixture;
let handleCount = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  setDatabase(test.database);
  await test.database.prisma.installation.create({ data: { instanceId: newUuid() } });
});
afterAll(() => test.close());
beforeEach(async () => {
  shop = await createProjectFixture(test.database, { name: "Shop", tickets: [{}] });
  site = await createProjectFixture(test.database, { name: "Site" });
});

const send = (handler: Parameters<typeof callRoute>[0], call: Partial<RouteCall> = {}) =>
  callRoute(handler, { actor: shop.owner, method: "POST", ...call });
const get = (handler: Parameters<typeof callRoute>[0], actor: Actor, query = {}) =>
  callRoute(handler, { actor, query });
const itemsOf = (reply: RouteReply) => (reply.body as { items: Record<string, unknown>[] }).items;
const cookieOf = (reply: RouteReply) =>
  /^[^=]+=([^;]+)/.exec(reply.headers.get("set-cookie") ?? "")?.[1] ?? "";
const authenticate = async (token: string, via: "cookie" | "bearer" = "cookie") =>
  (await createAuthenticator(test.database)({ via, token }, new Date())) as Person | null;
const password = "correct horse battery";

/** A person invited with these rights, signed in. */
async function join(
  rights: object,
  by: Actor = shop.owner,
): Promise<{ handle: string; actor: Person; cookie: string }> {
  handleCount += 1;
  const handle = `sam-${handleCount}`;
  const invited = await send(invite, { actor: by, body: rights });
  expect(invited.status).toBe(201);
  const invitation = (invited.body as { path: string }).path.split("#invitation=")[1];
  const body = { invitation, handle, name: "Sam", password };
  const reply = await send(login, { actor: null, body });
  expect(reply.status).toBe(200);
  const cookie = cookieOf(reply);
  const actor = await authenticate(cookie);
  if (!actor) throw new Error("expected to be signed in");
  return { handle, actor, cookie };
}

describe("an invitation", () => {
  it("makes one account with its rights and projects", async () => {
    const { handle, actor } = await join({ role: "viewer", projects: [shop.project.slug] });
    expect(actor).toMatchObject({ role: "viewer", isMaintainer: false, slug: handle });
    const person = itemsOf(await get(users, shop.owner)).find((one) => one["handle"] === handle);
    expect(person).toMatchObject({ hasPassword: true, projects: [shop.project.slug] });
  });

  it("makes a person who signs in by name, in any case, and by no other password", async () => {
    const { handle } = await join({ role: "viewer" });
    const name = ` ${handle.toUpperCase()} `;
    const reply = await send(login, { actor: null, body: { name, password } });
    expect(reply).toMatchObject({ status: 200, body: { slug: handle } });
    for (const body of [
      { name: handle, password: `${password}!` },
      { name: "nobody", password },
      { name: "owner", password },
    ]) {
      expect(await send(login, { actor: null, body })).toMatchObject({
        status: 401,
        body: { code: "PASSWORD_REFUSED" },
      });
    }
  });

  it("works once, also when many open it at the same moment, and not after it was taken back or is old", async () => {
    const make = async () => {
      const { body } = await send(invite, { body: { role: "member" } });
      const { id, path } = body as { id: string; path: string };
      return { id, invitation: path.split("#invitation=")[1] };
    };
    const accept = (invitation: string | undefined, handle: string) =>
      send(login, { actor: null, body: { invitation, handle, name: "Kim", password } });
    const one = await make();
    const replies = await Promise.all(
      [1, 2, 3, 4].map((n) => accept(one.invitation, `kim-${n}-${handleCount}`)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);

    const back = await make();
    const listed = async () => itemsOf(await get(invitations, shop.owner)).map(({ id }) => id);
    expect(await listed()).toEqual([back.id]);
    await send(takeBack, { method: "DELETE", params: { id: back.id } });
    expect(await listed()).toEqual([]);
    expect((await accept(back.invitation, "late")).status).toBe(401);

    const old = await make();
    await test.database.prisma.invitation.update({
      where: { id: old.id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect((await accept(old.invitation, "older")).status).toBe(401);
    const rows = JSON.stringify(await test.database.prisma.invitation.findMany());
    expect(rows).not.toContain(old.invitation);
  });

  it("keeps a taken handle, a short password and a wrong form from using it up", async () => {
    const { body } = await send(invite, {
      body: { role: "member", projects: [site.project.slug] },
    });
    const invitation = (body as { path: string }).path.split("#invitation=")[1];
    await test.database.prisma.member.create({
      data: { projectId: site.project.id, number: 9, slug: "robot", name: "Robot", kind: "agent" },
    });
    const accept = (fields: object) =>
      send(login, {
        actor: null,
        body: { invitation, handle: "jo", name: "Jo", password, ...fields },
      });
    for (const handle of ["owner", "system", "robot"]) {
      expect(await accept({ handle })).toMatchObject({ status: 409, body: { code: "NAME_TAKEN" } });
    }
    for (const fields of [{ password: "short" }, { handle: "no spaces" }, { token: "x" }]) {
      expect((await accept(fields)).status).toBe(400);
    }
    // Somebody the board knows by name alone becomes the person.
    await test.database.prisma.member.create({
      data: { projectId: site.project.id, number: 10, slug: "jo", name: "J.", kind: "person" },
    });
    expect((await accept({})).status).toBe(200);
    const member = await test.database.prisma.member.findFirstOrThrow({
      where: { projectId: site.project.id, slug: "jo" },
    });
    expect(member).toMatchObject({ name: "Jo", number: 10, removedAt: null });
    expect(member.userId).not.toBeNull();
  });
});

describe("rights", () => {
  it("are an owner's to give where they are an owner's or a maintainer's", async () => {
    const { actor: maintainer, handle } = await join({ role: "member", isMaintainer: true });
    const { handle: member } = await join({ role: "member" }, maintainer);
    for (const body of [{ role: "owner" }, { role: "member", isMaintainer: true }]) {
      expect((await send(invite, { actor: maintainer, body })).status).toBe(403);
    }
    const patch = (actor: Actor, who: string, body: object) =>
      send(patchUser, { actor, method: "PATCH", params: { handle: who }, body });
    expect((await patch(maintainer, member, { isMaintainer: true })).status).toBe(403);
    expect((await patch(maintainer, handle, { role: "owner" })).status).toBe(403);
    expect((await patch(maintainer, "owner", { isDisabled: true })).status).toBe(403);
    expect(await patch(maintainer, member, { role: "viewer" })).toMatchObject({
      status: 200,
      body: { role: "viewer" },
    });
    expect(await patch(shop.owner, member, { role: "member", isMaintainer: true })).toMatchObject({
      status: 200,
      body: { isMaintainer: true },
    });
    expect((await patch(shop.owner, "nobody", { role: "member" })).status).toBe(404);
  });

  it("leave somebody who is owner, also when two unmake each other", async () => {
    const { actor: second, handle } = await join({ role: "owner" });
    const unmake = (actor: Actor, who: string) =>
      send(patchUser, {
        actor,
        method: "PATCH",
        params: { handle: who },
        body: { role: "member" },
      });
    const replies = await Promise.all([unmake(shop.owner, handle), unmake(second, "owner")]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    await test.database.prisma.user.update({ where: { handle: "owner" }, data: { role: "owner" } });
    await test.database.prisma.user.update({ where: { handle }, data: { role: "member" } });
  });

  it("take a project from a viewer with its membership, and its tickets are free", async () => {
    const given = { role: "viewer", projects: [shop.project.slug, site.project.slug] };
    const { handle } = await join(given);
    await test.database.prisma.ticket.updateMany({
      where: { projectId: shop.project.id },
      data: { assignee: handle },
    });
    const reply = await send(patchUser, {
      method: "PATCH",
      params: { handle },
      body: { projects: [site.project.slug] },
    });
    expect(reply).toMatchObject({ status: 200, body: { projects: [site.project.slug] } });
    const ticket = await test.database.prisma.ticket.findFirstOrThrow({
      where: { projectId: shop.project.id },
    });
    expect(ticket.assignee).toBeNull();
    const user = await test.database.prisma.user.findUniqueOrThrow({ where: { handle } });
    expect(user.rightsChangedAt).not.toBeNull();
  });

  it("end when a person may no longer sign in: session, token and name alike", async () => {
    const { handle, actor, cookie } = await join({ role: "member", isMaintainer: true });
    const made = await send(createToken, { actor, body: { name: "script" } });
    const { token } = newTokenSchema.parse(made.body);
    expect(await authenticate(token, "bearer")).toMatchObject({ slug: handle, via: "bearer" });
    await send(patchUser, { method: "PATCH", params: { handle }, body: { isDisabled: true } });
    expect(await authenticate(cookie)).toBeNull();
    expect(await authenticate(token, "bearer")).toBeNull();
    expect(await findRevoked(test.database, [actor.credentialId], new Date())).toContain(
      actor.credentialId,
    );
    const reply = await send(login, { actor: null, body: { name: handle, password } });
    expect(reply.status).toBe(401);
  });
});

describe("one's own account", () => {
  it("changes its name, and its password only with the one in force, which ends other sessions", async () => {
    const { handle, actor, cookie } = await join({ role: "viewer" });
    const other = cookieOf(await send(login, { actor: null, body: { name: handle, password } }));
    const renamed = await send(patchMe, { actor, method: "PATCH", body: { name: "Samira" } });
    expect(renamed.body).toMatchObject({ slug: handle, name: "Samira", hasPassword: true });
    const change = (current: string) =>
      send(setPassword, { actor, method: "PUT", body: { current, password: "another one here" } });
    expect(await change("a wrong one")).toMatchObject({
      status: 403,
      body: { code: "PASSWORD_WRONG" },
    });
    expect(await authenticate(other)).not.toBeNull();
    expect(await change(password)).toMatchObject({ status: 200, body: { endedSessions: 1 } });
    expect(await authenticate(other)).toBeNull();
    expect(await authenticate(cookie)).not.toBeNull();
    const signIn = (word: string) =>
      send(login, { actor: null, body: { name: handle, password: word } });
    expect((await signIn(password)).status).toBe(401);
    expect((await signIn("another one here")).status).toBe(200);
  });

  it("lets the first owner set a password, who came by the owner's token", async () => {
    expect((await get(readMe, shop.owner)).body).toMatchObject({ hasPassword: false });
    const body = { password: "a first password" };
    expect((await send(setPassword, { method: "PUT", body })).status).toBe(200);
    const login1 = { name: "owner", password: "a first password" };
    expect((await send(login, { actor: null, body: login1 })).status).toBe(200);
  });

  it("lists and ends its own sessions; everybody's are an owner's", async () => {
    const { handle, actor } = await join({ role: "member" });
    const { actor: other } = await join({ role: "member" });
    const body = { name: handle, password };
    const second = await authenticate(cookieOf(await send(login, { actor: null, body })));
    const mine = itemsOf(await get(sessions, actor));
    expect(mine.map(({ id, isCurrent }) => [id, isCurrent])).toContainEqual([
      actor.credentialId,
      true,
    ]);
    expect(mine.every((one) => one["handle"] === handle)).toBe(true);
    expect((await get(sessions, actor, { all: "true" })).status).toBe(403);
    const all = itemsOf(await get(sessions, shop.owner, { all: "true" })).map(({ id }) => id);
    expect(all).toEqual(expect.arrayContaining([actor.credentialId, other.credentialId]));

    const end = (by: Actor, id: string) =>
      send(endSession, { actor: by, method: "DELETE", params: { id } });
    expect((await end(actor, other.credentialId)).status).toBe(404);
    expect((await end(shop.owner, other.credentialId)).status).toBe(204);
    expect((await end(shop.owner, other.credentialId)).status).toBe(204);
    const others = await send(endOthers, { actor, method: "DELETE" });
    expect(others.body).toEqual({ endedSessions: 1 });
    const ids = [actor.credentialId, other.credentialId, second?.credentialId ?? ""];
    expect(await findRevoked(test.database, ids, new Date())).toEqual(new Set(ids.slice(1)));
  });

  it("makes tokens that are shown once, say when they were used, and end", async () => {
    const { actor } = await join({ role: "member", isMaintainer: true });
    const made = newTokenSchema.parse(
      (await send(createToken, { actor, body: { name: "CI", expiresInDays: 1 } })).body,
    );
    const listed = async () => itemsOf(await get(tokens, actor));
    expect(await listed()).toMatchObject([{ id: made.id, name: "CI", lastUsedAt: null }]);
    expect(JSON.stringify(await listed())).not.toContain(made.token);
    expect(await authenticate(made.token, "bearer")).not.toBeNull();
    expect((await listed())[0]?.["lastUsedAt"]).not.toBeNull();
    const { actor: other } = await join({ role: "member" });
    const revoke = (by: Actor) =>
      send(revokeToken, { actor: by, method: "DELETE", params: { id: made.id } });
    expect((await revoke(other)).status).toBe(404);
    expect((await revoke(actor)).status).toBe(204);
    expect(await authenticate(made.token, "bearer")).toBeNull();
    expect(await listed()).toEqual([]);
  });

  it("makes a link for another device that works once", async () => {
    const { handle, actor } = await join({ role: "viewer" });
    const { body } = await send(loginLink, { actor });
    const token = (body as { path: string }).path.split("#token=")[1];
    const open = () => send(login, { actor: null, body: { token } });
    expect(await open()).toMatchObject({ status: 200, body: { slug: handle } });
    expect((await open()).status).toBe(401);
  });
});

it("keeps no link or token, also for who asks to have the answer once (S-08)", async () => {
  const { actor } = await join({ role: "member", isMaintainer: true });
  const headers = { "idempotency-key": "the same" };
  const told = await Promise.all([
    send(createToken, { actor, headers, body: { name: "CI" } }),
    send(invite, { actor, headers: { "idempotency-key": "another" }, body: { role: "viewer" } }),
    send(loginLink, { actor, headers: { "idempotency-key": "a third" } }),
  ]);
  const secrets = told.map(({ body }) => {
    const { token, path } = body as { token?: string; path?: string };
    return token ?? path?.split("=")[1] ?? "";
  });
  const kept = JSON.stringify(await test.database.prisma.idempotencyKey.findMany());
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(40);
    expect(kept).not.toContain(secret);
  }
});

describe("the audit", () => {
  it("pages through both kinds of log without gap or repeat, newest first, and filters", async () => {
    const { handle } = await join({ role: "member", projects: [shop.project.slug] });
    const read = async (query: Record<string, string>) => {
      const reply = await get(audit, shop.owner, query);
      expect(reply.status).toBe(200);
      return reply.body as {
        items: { id: string; at: string; action: string; actor: string; project: string | null }[];
        next: string | null;
      };
    };
    const whole = await read({ limit: "500" });
    expect(whole.next).toBeNull();
    const paged: string[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page = await read({ limit: "7", ...(after === undefined ? {} : { after }) });
      paged.push(...page.items.map(({ id }) => id));
      after = page.next;
    }
    expect(paged).toEqual(whole.items.map(({ id }) => id));
    expect(new Set(paged).size).toBe(paged.length);
    const times = whole.items.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    const kinds = new Set(whole.items.map(({ action }) => action));
    expect([...kinds]).toEqual(
      expect.arrayContaining(["project_created", "invitation_accepted", "signed_in"]),
    );

    const hers = await read({ actor: handle });
    expect(hers.items.map(({ action }) => action).toSorted()).toEqual([
      "invitation_accepted",
      "members_changed",
    ]);
    const ofShop = await read({ project: shop.project.slug, limit: "500" });
    expect(new Set(ofShop.items.map(({ project }) => project))).toEqual(
      new Set([shop.project.slug]),
    );
    const created = await read({ action: "project_created", project: site.project.slug });
    expect(created.items).toHaveLength(1);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await read({ since: later })).items).toEqual([]);
    for (const query of [{ after: "nonsense" }, { action: "nonsense" }, { since: "yesterday" }]) {
      expect((await get(audit, shop.owner, query)).status).toBe(400);
    }
  });

  it("tells no secret", async () => {
    const { actor } = await join({ role: "member", isMaintainer: true });
    const made = await send(createToken, { actor, body: { name: "CI" } });
    const { token } = newTokenSchema.parse(made.body);
    const text = JSON.stringify((await get(audit, shop.owner, { limit: "500" })).body);
    expect(text).not.toContain(token);
    expect(text).not.toContain(password);
    expect(text).not.toContain("scrypt");
  });
});
