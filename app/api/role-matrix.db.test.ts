/** Who may do what (S-10, ux 34): every route of the inventory, called for real as every role. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#server/contracts/actor.ts";
import type { UserRole } from "#server/contracts/words.ts";
import { newUuid } from "#server/lib/ids.ts";
import { setDatabase } from "#server/store/client.ts";
import { agentActor, createProjectFixture } from "#server/testing/builders.ts";
import type { ProjectFixture } from "#server/testing/builders.ts";
import { callRoute } from "#server/testing/call-route.ts";
import type { RouteReply } from "#server/testing/call-route.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { listRoutes } from "./openapi/v1.json/route-list.ts";
import type { ListedRoute } from "./openapi/v1.json/route-list.ts";

/** Writes a viewer may make: its own session and account, what it has read, and what changes nothing. */
const viewersWrites = [
  "PATCH /api/me",
  "PUT /api/me/password",
  "POST /api/login-links",
  "DELETE /api/sessions",
  "DELETE /api/sessions/{id}",
  "DELETE /api/tokens/{id}",
  "POST /api/login",
  "POST /api/logout",
  "POST /api/projects/{slug}/automations/simulate",
  "POST /api/projects/{slug}/automations/validate",
  "PUT /api/projects/{slug}/tickets/{n}/read",
  "DELETE /api/projects/{slug}/views/{id}",
  "PATCH /api/projects/{slug}/views/{id}",
  "POST /api/projects/{slug}/views",
];

/** Below these every write is an owner's or a maintainer's: it is code on the server, money, or people. */
const guarded =
  /\/(?:skills|automations|settings|members|import|users|invitations|tokens|demo)(?:\/|$)|\/rename$/;

/** Writes below `guarded` that any member may make. */
const membersWrites = ["POST /api/projects/{slug}/automations/{id}/retry"];

type Person = Extract<Actor, { kind: "person" }>;

const nameOf = ({ method, path: address }: ListedRoute) => `${method} ${address}`;
const deletion = "DELETE /api/projects/{slug}";
const routes = listRoutes();
/** So that the project is there for all the others. */
const deletingLast = routes.toSorted(
  (a, b) => Number(nameOf(a) === deletion) - Number(nameOf(b) === deletion),
);
const writes = routes.filter(({ method }) => method !== "GET");

let test: TestDatabase;
let scratch: string;
let own: ProjectFixture;
let other: ProjectFixture;

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), "signalbox-roles-"));
  process.env["SIGNALBOX_DATA_DIR"] = scratch;
  test = await createTestDatabase();
  setDatabase(test.database);
  await test.database.prisma.installation.create({ data: { instanceId: newUuid() } });
  own = await createProjectFixture(test.database, { name: "Own", tickets: [{}] });
  other = await createProjectFixture(test.database, { name: "Other", tickets: [{}] });
});
afterAll(async () => {
  await test.close();
  await rm(scratch, { recursive: true });
});

let people = 0;

/** A person with this role who is a member of the project "Own" alone. */
async function createPerson(role: UserRole, isMaintainer = false): Promise<Person> {
  people += 1;
  const handle = `person-${people}`;
  const user = await test.database.prisma.user.create({
    data: { handle, name: handle, role, isMaintainer },
  });
  const person: Person = {
    kind: "person",
    slug: handle,
    name: handle,
    userId: user.id,
    role,
    isMaintainer,
    via: "cookie",
    credentialId: `session-${people}`,
  };
  await giveProject(person, own.project.id);
  return person;
}

async function giveProject({ slug, name, userId }: Person, projectId: number): Promise<void> {
  const number = 100 + people;
  const data = { projectId, number, slug, name, kind: "person", userId };
  await test.database.prisma.member.create({ data });
}

/** Numbers that name nothing: who gets past the door changes as little as can be. */
function call(route: ListedRoute, actor: Actor, slug: string): Promise<RouteReply> {
  const values: Record<string, string> = {
    slug,
    n: "999",
    cid: "999",
    id: /\/(?:columns|labels|members)\//.test(route.path) ? "999" : "0".repeat(32),
    agent: "nobody",
    handle: "nobody",
    name: "1-0-0.txt",
  };
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? []);
  return callRoute(route.handler, {
    actor,
    method: route.method,
    path: route.path,
    params: Object.fromEntries(names.map((name) => [name, values[name] ?? ""])),
    ...(route.method === "GET" ? {} : { body: {} }),
  });
}

const isRefused = ({ status, body }: RouteReply) =>
  status === 403 && ["NOT_ALLOWED", "NOT_FOR_AGENTS"].includes((body as { code: string }).code);

const roles: { name: string; role: UserRole; isMaintainer: boolean; may: string[] }[] = [
  { name: "viewer", role: "viewer", isMaintainer: false, may: ["public", "read"] },
  // A maintainer's mark does not lift a viewer.
  { name: "viewer with the mark", role: "viewer", isMaintainer: true, may: ["public", "read"] },
  { name: "member", role: "member", isMaintainer: false, may: ["public", "read", "write"] },
  {
    name: "maintainer",
    role: "member",
    isMaintainer: true,
    may: ["public", "read", "write", "maintain"],
  },
  {
    name: "owner",
    role: "owner",
    isMaintainer: false,
    may: ["public", "read", "write", "maintain", "owner"],
  },
];

describe("what routes declare", () => {
  it("lets a viewer write nothing but what is its own", () => {
    const open = writes.filter(({ handler }) =>
      ["public", "read"].includes(handler.definition.access),
    );
    expect(open.map(nameOf).sort()).toEqual([...viewersWrites].sort());
  });

  it("keeps skills, rules, rights, money, people and tokens to owners and maintainers", () => {
    const loose = writes.filter(
      (route) => guarded.test(route.path) && route.handler.definition.access === "write",
    );
    expect(loose.map(nameOf)).toEqual(membersWrites);
    expect(writes.filter(({ path: address }) => guarded.test(address)).length).toBeGreaterThan(15);
    const project = writes.filter(({ path: address }) => address === "/api/projects/{slug}");
    expect(project.map(({ method, handler }) => [method, handler.definition.access])).toEqual([
      ["PATCH", "maintain"],
      ["DELETE", "owner"],
    ]);
  });
});

describe("role × route", () => {
  it.each(roles)("holds for $name", async ({ role, isMaintainer, may }) => {
    const person = await createPerson(role, isMaintainer);
    const found: string[] = [];
    const expected: string[] = [];
    const spare = await createProjectFixture(test.database, { name: "Spare" });
    // Everybody else is a member of a new project by itself.
    if (role === "viewer") await giveProject(person, spare.project.id);
    for (const route of deletingLast) {
      const reply = await call(route, person, spare.project.slug);
      const isAllowed = may.includes(route.handler.definition.access);
      expected.push(`${nameOf(route)}: ${isAllowed ? "let in" : "refused"}`);
      found.push(`${nameOf(route)}: ${isRefused(reply) ? "refused" : "let in"}`);
      expect([nameOf(route), reply.status]).not.toEqual([nameOf(route), 401]);
      expect([nameOf(route), reply.status]).not.toEqual([nameOf(route), 500]);
    }
    expect(found).toEqual(expected);
    expect(found.length).toBe(routes.length);
  });

  it("holds for agents: only routes that are open to them, and none of an owner", async () => {
    const agent = agentActor(own.project, "programmer");
    for (const route of routes) {
      const { access, agents = false } = route.handler.definition;
      const reply = await call(route, agent, own.project.slug);
      const isLetIn = access === "public" || agents;
      expect([nameOf(route), isRefused(reply)]).toEqual([nameOf(route), !isLetIn]);
      if (agents) expect([nameOf(route), access]).not.toEqual([nameOf(route), "owner"]);
    }
  });
});

describe("a viewer", () => {
  it("finds no route of a project that is not given to it, and reads its own", async () => {
    const viewer = await createPerson("viewer");
    const ofProject = routes.filter(({ path: address }) => address.includes("{slug}"));
    expect(ofProject.length).toBeGreaterThan(50);
    for (const route of ofProject) {
      const reply = await call(route, viewer, other.project.slug);
      const isRead = route.handler.definition.access === "read";
      const expected = isRead ? [404, 400, 422] : [403];
      expect([nameOf(route), expected.includes(reply.status)]).toEqual([nameOf(route), true]);
      if (route.method === "GET" && reply.status === 404) {
        expect([nameOf(route), (reply.body as { code: string }).code]).toEqual([
          nameOf(route),
          "PROJECT_UNKNOWN",
        ]);
      }
      expect(JSON.stringify(reply.body)).not.toContain("Other");
    }
    const board = routes.find((route) => nameOf(route) === "GET /api/projects/{slug}/board");
    if (!board) throw new Error("expected the board's route");
    expect((await call(board, viewer, own.project.slug)).status).toBe(200);
  });

  it("hears nothing of other projects in what is asked over all of them", async () => {
    const { prisma } = test.database;
    await prisma.project.updateMany({ data: { isPaused: true, pausedBy: "owner" } });
    for (const { project } of [own, other]) {
      await prisma.run.create({
        data: {
          id: `run-${project.slug}`,
          projectId: project.id,
          agent: "programmer",
          cause: "manual",
          causeText: {},
          prompt: "",
          permissionLevel: "edit",
          maxTurns: 1,
          timeoutSeconds: 1,
          cwd: "/",
          contract: {},
          contractHash: "",
          admittedRevision: 1,
          state: "ended",
        },
      });
      await prisma.inboxItem.create({ data: { projectId: project.id, kind: "stuck" } });
    }
    const viewer = await createPerson("viewer");
    const overAll = routes.filter(
      ({ method, path: address, handler }) =>
        method === "GET" && !address.includes("{") && handler.definition.access === "read",
    );
    const heard: string[] = [];
    for (const route of overAll) {
      const text = JSON.stringify((await call(route, viewer, "")).body);
      if (text.includes(own.project.slug)) heard.push(route.path);
      expect([route.path, /other/i.test(text.replaceAll(/\/api[^"]*/g, ""))]).toEqual([
        route.path,
        false,
      ]);
    }
    expect(heard).toEqual(
      expect.arrayContaining(["/api/inbox", "/api/projects", "/api/runs", "/api/system"]),
    );
  });
});
