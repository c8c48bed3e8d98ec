/** From a credential to an actor. Tokens are looked up by their SHA-256 and compared in constant time. */
import { timingSafeEqual } from "node:crypto";
import type { Actor } from "#server/contracts/actor.ts";
import { userRoleSchema } from "#server/contracts/words.ts";
import { sha256Hex } from "#server/lib/ids.ts";
import { SESSION_TTL_MS } from "#server/lib/session-cookie.ts";
import type { Database } from "#server/store/client.ts";
import type { Credential } from "./credential.ts";

/** A run's token works this long after the run's end, for the agent's last words. */
const RUN_TOKEN_GRACE_MS = 60_000;

/** How often the time a session or a personal token was last seen is written. */
const SEEN_EVERY_MS = 60_000;

export type Authenticator = (credential: Credential, now: Date) => Promise<Actor | null>;

/** Null for everything that is not exactly one valid credential. */
export function createAuthenticator(database: Database): Authenticator {
  return async (credential, now) => {
    if (credential.via === "cookie") return findSession(database, credential.token, now);
    if (credential.via === "basic") {
      const actor = await findRun(database, credential.token, "basic", now);
      return actor && actor.slug === credential.user ? actor : null;
    }
    if (credential.via !== "bearer") return null;
    return (
      (await findToken(database, credential.token, now)) ??
      (await findRun(database, credential.token, "bearer", now))
    );
  };
}

/** The id of a worker's token, or null. */
export async function findWorkerToken(
  database: Database,
  token: string,
  now: Date,
): Promise<string | null> {
  const tokenHash = sha256Hex(token);
  const row = await database.prisma.apiToken.findUnique({ where: { tokenHash } });
  if (!row || row.kind !== "worker" || !isSame(row.tokenHash, tokenHash)) return null;
  return isValid(row, now) ? row.id : null;
}

async function findSession(database: Database, token: string, now: Date): Promise<Actor | null> {
  const tokenHash = sha256Hex(token);
  const session = await database.prisma.browserSession.findUnique({
    where: { tokenHash },
    include: { user: true },
  });
  if (!session || !isSame(session.tokenHash, tokenHash) || !isValid(session, now)) return null;
  if (session.user.disabledAt) return null;
  if (now.getTime() - session.lastSeenAt.getTime() > SEEN_EVERY_MS) {
    await database.prisma.browserSession.updateMany({
      where: { id: session.id },
      data: { lastSeenAt: now, expiresAt: new Date(now.getTime() + SESSION_TTL_MS) },
    });
  }
  return personActor(session.user, "cookie", session.id);
}

async function findToken(database: Database, token: string, now: Date): Promise<Actor | null> {
  const tokenHash = sha256Hex(token);
  const row = await database.prisma.apiToken.findUnique({
    where: { tokenHash },
    include: { user: true },
  });
  if (!row || !isSame(row.tokenHash, tokenHash) || !isValid(row, now)) return null;
  if (row.kind !== "owner" && row.kind !== "personal") return null;
  if (!row.user || row.user.disabledAt) return null;
  const usedMs = row.usedAt?.getTime() ?? 0;
  if (row.kind === "personal" && now.getTime() - usedMs > SEEN_EVERY_MS) {
    await database.prisma.apiToken.updateMany({ where: { id: row.id }, data: { usedAt: now } });
  }
  return personActor(row.user, "bearer", row.id);
}

type UserRow = { id: number; handle: string; name: string; role: string; isMaintainer: boolean };

function personActor(user: UserRow, via: "cookie" | "bearer", credentialId: string): Actor | null {
  const role = userRoleSchema.safeParse(user.role);
  if (!role.success) return null;
  return {
    kind: "person",
    slug: user.handle,
    name: user.name,
    userId: user.id,
    role: role.data,
    isMaintainer: user.isMaintainer || role.data === "owner",
    via,
    credentialId,
  };
}

async function findRun(
  database: Database,
  token: string,
  via: "bearer" | "basic",
  now: Date,
): Promise<Actor | null> {
  const tokenHash = sha256Hex(token);
  const run = await database.prisma.run.findUnique({
    where: { tokenHash },
    select: {
      id: true,
      tokenHash: true,
      agent: true,
      agentType: true,
      state: true,
      endedAt: true,
      project: { select: { id: true, slug: true } },
      ticket: { select: { id: true, number: true } },
    },
  });
  if (!run?.tokenHash || !isSame(run.tokenHash, tokenHash)) return null;
  if (run.state === "ended") {
    const endedMs = run.endedAt?.getTime() ?? 0;
    if (now.getTime() > endedMs + RUN_TOKEN_GRACE_MS) return null;
  }
  const member = await database.prisma.member.findUnique({
    where: { projectId_slug: { projectId: run.project.id, slug: run.agent } },
    select: { name: true },
  });
  return {
    kind: "agent",
    slug: run.agent,
    name: member?.name ?? run.agent,
    runId: run.id,
    projectId: run.project.id,
    projectSlug: run.project.slug,
    ticketId: run.ticket?.id ?? null,
    ticketNumber: run.ticket?.number ?? null,
    agentType: run.agentType,
    via,
    credentialId: `run:${run.id}`,
  };
}

function isValid(row: { revokedAt: Date | null; expiresAt: Date | null }, now: Date): boolean {
  return row.revokedAt === null && (row.expiresAt === null || row.expiresAt > now);
}

function isSame(stored: string, given: string): boolean {
  const a = Buffer.from(stored, "hex");
  const b = Buffer.from(given, "hex");
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * When the rights of the people behind these credentials last became others: a socket that is older
 * was let in with rights that no longer hold.
 */
export async function findRightsChanges(
  database: Database,
  credentialIds: readonly string[],
): Promise<Map<string, Date>> {
  const where = {
    id: { in: credentialIds.filter((id) => !id.startsWith("run:")) },
    user: { rightsChangedAt: { not: null } },
  };
  const select = { id: true, user: { select: { rightsChangedAt: true } } };
  const [sessions, tokens] = await Promise.all([
    database.prisma.browserSession.findMany({ where, select }),
    database.prisma.apiToken.findMany({ where, select }),
  ]);
  return new Map(
    [...sessions, ...tokens].flatMap(({ id, user }) =>
      user?.rightsChangedAt ? [[id, user.rightsChangedAt] as const] : [],
    ),
  );
}

/**
 * Which of these credential ids no longer work: revoked, expired, of a disabled user, of a run that
 * ended more than the grace ago. For closing sockets (S-09).
 */
export async function findRevoked(
  database: Database,
  credentialIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const runIds = credentialIds.filter((id) => id.startsWith("run:")).map((id) => id.slice(4));
  const otherIds = credentialIds.filter((id) => !id.startsWith("run:"));
  const alive = new Set<string>();
  const isEnabled = { user: { disabledAt: null } };
  const unexpired = { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const [sessions, tokens, runs] = await Promise.all([
    database.prisma.browserSession.findMany({
      where: { id: { in: otherIds }, revokedAt: null, expiresAt: { gt: now }, ...isEnabled },
      select: { id: true },
    }),
    database.prisma.apiToken.findMany({
      where: {
        id: { in: otherIds },
        revokedAt: null,
        ...unexpired,
        AND: { OR: [{ userId: null }, isEnabled] },
      },
      select: { id: true },
    }),
    database.prisma.run.findMany({
      where: {
        id: { in: runIds },
        OR: [
          { state: { not: "ended" } },
          { endedAt: { gt: new Date(now.getTime() - RUN_TOKEN_GRACE_MS) } },
        ],
      },
      select: { id: true },
    }),
  ]);
  for (const row of [...sessions, ...tokens]) alive.add(row.id);
  for (const row of runs) alive.add(`run:${row.id}`);
  return new Set(credentialIds.filter((id) => !alive.has(id)));
}
