/** Token of a sign-in link: `#token=…`. It travels behind `#`, which a browser never sends. */
export function tokenInHash(hash: string): string | null {
  const token = new URLSearchParams(hash.replace(/^#/, "")).get("token");
  return token === null || token === "" ? null : token;
}

/** Where to go afterwards: only a path of our own, never another site. */
export function safeNext(search: string): string {
  const next = new URLSearchParams(search).get("next") ?? "/";
  const isOwnPath =
    next.startsWith("/") && !next.startsWith("//") && !next.includes("\\") && !/\s/.test(next);
  return isOwnPath ? next : "/";
}
