/** Where `g` and a letter lead. */
export function goTarget(letter: string, slug: string | null): string | null {
  if (letter === "h") return "/";
  if (letter === "r") return "/runs";
  if (letter === "c") return "/costs";
  if (letter === "l") return "/live";
  if (letter === "o") return "/open";
  if (slug === null) return null;
  const pages: Readonly<Record<string, string>> = {
    b: "",
    a: "/agents",
    u: "/automations",
    s: "/settings",
  };
  const page = pages[letter];
  return page === undefined ? null : `/p/${encodeURIComponent(slug)}${page}`;
}
