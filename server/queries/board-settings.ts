import type { Column, Label, Member } from "#server/contracts/ticket.ts";
import { findTicket } from "./find-project.ts";
import { clientOf } from "./reader.ts";
import type { Reader } from "./reader.ts";
import { toColumn, toLabel, toMember } from "./view-rows.ts";

/** Columns in the board's order. */
export async function listColumns(reader: Reader, projectId: number): Promise<Column[]> {
  const rows = await clientOf(reader).boardColumn.findMany({
    where: { projectId },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  return rows.map(toColumn);
}

/** Labels by name. */
export async function listLabels(reader: Reader, projectId: number): Promise<Label[]> {
  const rows = await clientOf(reader).label.findMany({
    where: { projectId },
    orderBy: [{ name: "asc" }, { number: "asc" }],
  });
  return rows.map(toLabel);
}

/** Members by name, without removed ones. */
export async function listMembers(reader: Reader, projectId: number, now: Date): Promise<Member[]> {
  const client = clientOf(reader);
  const [rows, skills] = await Promise.all([
    client.member.findMany({
      where: { projectId, removedAt: null },
      orderBy: [{ name: "asc" }, { number: "asc" }],
    }),
    client.skill.findMany({ where: { projectId }, select: { agent: true } }),
  ]);
  const withSkill = new Set(skills.map((skill) => skill.agent));
  return rows.map((row) => toMember(row, withSkill.has(row.slug), now));
}

/** Labels of one ticket by name; 404 `TICKET_UNKNOWN`. */
export async function listTicketLabels(
  reader: Reader,
  projectId: number,
  number: number,
): Promise<Label[]> {
  const ticket = await findTicket(reader, projectId, number);
  const rows = await clientOf(reader).ticketLabel.findMany({
    where: { ticketId: ticket.id },
    include: { label: true },
    orderBy: [{ label: { name: "asc" } }, { labelId: "asc" }],
  });
  return rows.map((row) => toLabel(row.label));
}
