import type { Ticket } from "#server/contracts/ticket.ts";

export interface Picture {
  url: string;
  name: string;
}

const stored = /!\[([^\]\n]*)\]\((\/uploads\/[\w.-]+)\)/g;

/** Stored pictures that the description and the comments show, each once, in the order they came. */
export function picturesOf(ticket: Pick<Ticket, "description" | "comments">): Picture[] {
  const texts = [ticket.description, ...ticket.comments.map((comment) => comment.content)];
  const found = new Map<string, Picture>();
  for (const text of texts) {
    for (const [, name = "", url = ""] of text.matchAll(stored)) {
      if (!found.has(url)) found.set(url, { url, name: name === "" ? url : name });
    }
  }
  return [...found.values()];
}
