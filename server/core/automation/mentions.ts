/** Whether a text names one of these slugs with an @; whole handles only: `@ann` does not name `@anna`. */
export function isNamed(text: string, mentions: readonly string[]): boolean {
  if (mentions.length === 0) return true;
  const found = new Set(
    [...text.matchAll(/(?:^|[^\w@-])@([a-z0-9][a-z0-9-]*)/gi)].map((match) =>
      match[1]?.toLowerCase(),
    ),
  );
  return mentions.some((slug) => found.has(slug.toLowerCase()));
}
