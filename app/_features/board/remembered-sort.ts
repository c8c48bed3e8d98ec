const keyOf = (slug: string) => `signalbox-sort-${slug}`;

/** A person's order of a board's columns, kept by the browser until another is chosen. */
export function rememberSort(slug: string, sort: string): void {
  if (sort === "") localStorage.removeItem(keyOf(slug));
  else localStorage.setItem(keyOf(slug), sort);
}

export function rememberedSort(slug: string): string {
  return localStorage.getItem(keyOf(slug)) ?? "";
}
