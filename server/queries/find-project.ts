import { Failure } from "#server/contracts/failure.ts";
import type { Project, Ticket } from "#server/store/generated/client.ts";
import { clientOf } from "./reader.ts";
import type { Reader } from "./reader.ts";

export type ProjectRow = Project;
export type TicketRow = Ticket;

/** The project of a slug; 404 `PROJECT_UNKNOWN`, never a new board. */
export async function findProject(reader: Reader, slug: string): Promise<ProjectRow> {
  const project = await clientOf(reader).project.findUnique({ where: { slug } });
  if (!project) throw new Failure(404, "PROJECT_UNKNOWN", `no project "${slug}"`);
  return project;
}

/** A ticket by its number, deleted ones only when asked for; 404 `TICKET_UNKNOWN`. */
export async function findTicket(
  reader: Reader,
  projectId: number,
  number: number,
  options: { withDeleted?: boolean } = {},
): Promise<TicketRow> {
  const ticket = await clientOf(reader).ticket.findUnique({
    where: { projectId_number: { projectId, number } },
  });
  if (!ticket || (ticket.deletedAt && !options.withDeleted)) {
    throw new Failure(404, "TICKET_UNKNOWN", `no ticket #${number} in this project`);
  }
  return ticket;
}
