import type { Tx } from "#server/store/client.ts";

/** Lower-case, every run of other characters than a-z0-9 becomes `-`, trimmed; empty is `project` (compat §2.2). */
export function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .replace(/-+$/, "");
  return slug === "" ? "project" : slug;
}

/** The first of `slug`, `slug-2`, `slug-3` … that no project has. */
export async function freeSlug(tx: Tx, name: string): Promise<string> {
  const base = slugOf(name);
  const taken = await tx.project.findMany({
    where: { slug: { startsWith: base } },
    select: { slug: true },
  });
  const slugs = new Set(taken.map((project) => project.slug));
  if (!slugs.has(base)) return base;
  for (let number = 2; ; number += 1) {
    if (!slugs.has(`${base}-${number}`)) return `${base}-${number}`;
  }
}
