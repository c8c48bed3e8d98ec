/** Projects for tests, made through the same commands that people use. */
import type { Actor } from "../contracts/actor.ts";
import type { CreateTicket } from "../contracts/ticket.ts";
import { createTicket } from "../commands/create-ticket.ts";
import { insertProject } from "../commands/insert-project.ts";
import type { Database } from "../store/client.ts";
import type { BoardColumn, Project, Ticket } from "../store/generated/client.ts";
import { inTransaction } from "../store/transaction.ts";

export type FixtureTicket = Partial<CreateTicket> & { title?: string };

export interface FixtureOptions {
  name?: string;
  /** Folder of the project as an absolute path without symbolic links; default: none. */
  workspacePath?: string;
  isPaused?: boolean;
  isDemo?: boolean;
  permissionLevel?: string;
  isolation?: string;
  timeZone?: string;
  /** Slugs of agent members; a string, or with a type. */
  agents?: (string | { slug: string; type: string })[];
  /** Names of labels. */
  labels?: string[];
  /** Made in this order, so the first has number 1. `status` defaults to Backlog. */
  tickets?: FixtureTicket[];
  now?: Date;
}

export interface ProjectFixture {
  project: Project;
  /** Columns by name. */
  columns: Record<string, BoardColumn>;
  /** In the order given. */
  tickets: Ticket[];
  owner: Extract<Actor, { kind: "person" }>;
}

/** The owner of the installation as an actor; makes the user row when there is none. */
export async function createOwner(database: Database): Promise<Extract<Actor, { kind: "person" }>> {
  const user = await database.prisma.user.upsert({
    where: { handle: "owner" },
    create: { handle: "owner", name: "Owner", role: "owner", isMaintainer: true },
    update: {},
  });
  return {
    kind: "person",
    slug: "owner",
    name: user.name,
    userId: user.id,
    role: "owner",
    isMaintainer: true,
    via: "bearer",
    credentialId: "test",
  };
}

/** An agent's actor for a run (the row need not exist where only rights are tested). */
export function agentActor(
  project: { id: number; slug: string },
  agent: string,
  options: {
    runId?: string;
    ticket?: { id: number; number: number } | null;
    agentType?: string | null;
  } = {},
): Extract<Actor, { kind: "agent" }> {
  return {
    kind: "agent",
    slug: agent,
    name: agent,
    runId: options.runId ?? "0".repeat(32),
    projectId: project.id,
    projectSlug: project.slug,
    ticketId: options.ticket?.id ?? null,
    ticketNumber: options.ticket?.number ?? null,
    agentType: options.agentType ?? null,
    via: "bearer",
    credentialId: "test-run",
  };
}

/** A project with the default columns, `owner`, and what `options` ask for. */
export async function createProjectFixture(
  database: Database,
  options: FixtureOptions = {},
): Promise<ProjectFixture> {
  const now = options.now ?? new Date();
  const owner = await createOwner(database);
  const project = await inTransaction(database, (tx) =>
    insertProject(
      tx,
      owner,
      {
        name: options.name ?? "Test project",
        workspacePath: options.workspacePath ?? null,
        workspaceRealPath: options.workspacePath ?? null,
        isPaused: options.isPaused ?? false,
        isDemo: options.isDemo ?? false,
        permissionLevel: options.permissionLevel ?? "edit",
        isolation: options.isolation ?? "workspace",
        timeZone: options.timeZone ?? "UTC",
        allowedCommands: [],
      },
      now,
    ),
  );
  await addAgents(database, project.id, options.agents ?? []);
  await addLabels(database, project.id, options.labels ?? []);
  const tickets: Ticket[] = [];
  for (const ticket of options.tickets ?? []) {
    const { id } = await createTicket(
      database,
      owner,
      { title: "A ticket", status: "Backlog", ...ticket, projectId: project.id },
      now,
    );
    tickets.push(await database.prisma.ticket.findUniqueOrThrow({ where: { id } }));
  }
  const columns = await database.prisma.boardColumn.findMany({ where: { projectId: project.id } });
  return {
    project,
    columns: Object.fromEntries(columns.map((column) => [column.name, column])),
    tickets,
    owner,
  };
}

async function addAgents(
  database: Database,
  projectId: number,
  agents: NonNullable<FixtureOptions["agents"]>,
): Promise<void> {
  if (agents.length === 0) return;
  const counters = await database.prisma.projectRevision.update({
    where: { projectId },
    data: { nextMember: { increment: agents.length } },
  });
  await database.prisma.member.createMany({
    data: agents.map((agent, index) => {
      const { slug, type } = typeof agent === "string" ? { slug: agent, type: null } : agent;
      return {
        projectId,
        number: counters.nextMember - agents.length + index,
        slug,
        name: slug,
        kind: "agent",
        agentType: type,
      };
    }),
  });
}

async function addLabels(database: Database, projectId: number, labels: string[]): Promise<void> {
  if (labels.length === 0) return;
  const counters = await database.prisma.projectRevision.update({
    where: { projectId },
    data: { nextLabel: { increment: labels.length } },
  });
  await database.prisma.label.createMany({
    data: labels.map((name, index) => ({
      projectId,
      number: counters.nextLabel - labels.length + index,
      name,
    })),
  });
}
