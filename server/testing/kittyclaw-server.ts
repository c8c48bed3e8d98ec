/** A loopback server that answers the reads of KittyClaw's REST API as compat-kittyclaw.md says. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface OldComment {
  id: number;
  content: string;
  author: string;
  createdAt: string;
}

export interface OldTicket {
  id: number;
  title: string;
  description: string;
  status: string;
  priority: "Idea" | "NiceToHave" | "Required" | "Critical";
  assignedTo: string | null;
  createdBy: string;
  /** As the database gives it: UTC without a zone mark, up to 7 fraction digits. */
  createdAt: string;
  updatedAt: string;
  parentId: number | null;
  labelIds: number[];
  comments: OldComment[];
  activities: { id: number; author: string; text: string; createdAt: string }[];
}

export interface OldProject {
  slug: string;
  name: string;
  workspacePath: string | null;
  columns: { name: string; color: string }[];
  labels: { id: number; name: string; color: string }[];
  members: { name: string; slug: string }[];
  /** In the order of their cards. */
  tickets: OldTicket[];
}

export interface KittyClawServer {
  url: string;
  /** Change it and later answers change. */
  projects: OldProject[];
  /** Its pictures by name: what GET /uploads/{name} answers. */
  images: Map<string, Buffer>;
  /** Paths that were asked for, in their order. */
  requests: string[];
  close(): Promise<void>;
}

export async function startKittyClaw(projects: OldProject[]): Promise<KittyClawServer> {
  const requests: string[] = [];
  const images = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    requests.push(`${request.method ?? ""} ${path}`);
    const image = images.get(path.replace(/^\/uploads\//, ""));
    if (image !== undefined) {
      response.writeHead(200, { "content-type": "image/png" }).end(image);
      return;
    }
    const found = request.method === "GET" ? answerOf(projects, path) : undefined;
    if (found === undefined) {
      // Its 404 is the page of the web framework.
      response.writeHead(404, { "content-type": "text/html" }).end("<html>Not found</html>");
      return;
    }
    const text = JSON.stringify(found);
    response.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    projects,
    images,
    requests,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
}

function answerOf(projects: OldProject[], path: string): unknown {
  if (path === "/api/projects") return projects.map(toProject);
  const [, slug, list, number, rest] =
    /^\/api\/projects\/([^/]+)\/(\w+)(?:\/(\d+))?(\/.*)?$/.exec(path) ?? [];
  const project = projects.find((one) => one.slug === slug);
  if (project === undefined || rest !== undefined) return undefined;
  if (number !== undefined) {
    const ticket = project.tickets.find(({ id }) => id === Number(number));
    return list === "tickets" && ticket ? toTicket(project, ticket) : undefined;
  }
  switch (list) {
    case "columns":
      return project.columns.map((column, index) => ({
        id: index + 1,
        sortOrder: index,
        ...column,
      }));
    case "labels":
      return project.labels;
    case "members":
      return project.members.map((member, index) => ({ id: index + 1, ...member }));
    case "tickets":
      return project.tickets.map((ticket) => toSummary(project, ticket));
    default:
      return undefined;
  }
}

function toProject({ slug, name, workspacePath }: OldProject, index: number) {
  return {
    id: index + 1,
    name,
    slug,
    workspacePath,
    isPaused: false,
    fallbackModel: null,
    createdAt: "2026-01-02T03:04:05.1234567",
    updatedAt: "2026-01-02T03:04:05.1234567",
  };
}

function common(project: OldProject, ticket: OldTicket) {
  const { id, title, description, status, priority, assignedTo, createdBy } = ticket;
  return {
    ...{ id, title, description, status, priority, assignedTo, createdBy },
    sortOrder: project.tickets.filter((one) => one.status === status).indexOf(ticket),
    createdAt: ticket.createdAt,
    updatedAt: ticket.updatedAt,
    parentId: ticket.parentId,
    labels: ticket.labelIds.flatMap((id) => project.labels.find((label) => label.id === id) ?? []),
    subTickets: project.tickets
      .filter((one) => one.parentId === ticket.id)
      .map((one) => ({
        id: one.id,
        title: one.title,
        status: one.status,
        assignedTo: one.assignedTo,
      })),
  };
}

function toSummary(project: OldProject, ticket: OldTicket) {
  return {
    ...common(project, ticket),
    commentCount: ticket.comments.length,
    lastActivityAt: ticket.activities.at(-1)?.createdAt ?? null,
    dueDate: null,
  };
}

function toTicket(project: OldProject, ticket: OldTicket) {
  const ofTicket = <T extends object>(one: T) => ({ ...one, ticketId: ticket.id });
  return {
    ...common(project, ticket),
    comments: ticket.comments.map(ofTicket),
    activities: ticket.activities.map(ofTicket),
  };
}
