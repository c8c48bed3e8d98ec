const keyOf = (slug: string) => `signalbox-last-assignee:${slug}`;

export function lastAssignee(slug: string): string | null {
  return localStorage.getItem(keyOf(slug));
}

export function rememberAssignee(slug: string, assignee: string): void {
  localStorage.setItem(keyOf(slug), assignee);
}
