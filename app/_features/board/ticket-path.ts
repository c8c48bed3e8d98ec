/** The open ticket is in the path; it is changed without asking the server, so opening is immediate. */
export function ticketPath(slug: string, ticket: number): string {
  return `/p/${encodeURIComponent(slug)}/t/${ticket}`;
}

export function boardPath(slug: string): string {
  return `/p/${encodeURIComponent(slug)}`;
}

export function ticketInPath(pathname: string): number | null {
  const number = /^\/p\/[^/]+\/t\/(\d+)/.exec(pathname)?.[1];
  return number === undefined ? null : Number(number);
}

export function showTicket(slug: string, ticket: number): void {
  window.history.pushState(null, "", ticketPath(slug, ticket) + window.location.search);
}

export function hideTicket(slug: string): void {
  window.history.pushState(null, "", boardPath(slug) + window.location.search);
}
