export interface LinkSecret {
  kind: "token" | "invitation";
  secret: string;
}

/** What a link brings: `#token=…` or `#invitation=…`. It travels behind `#`, which a browser never sends. */
export function secretInHash(hash: string): LinkSecret | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  for (const kind of ["token", "invitation"] as const) {
    const secret = parameters.get(kind);
    if (secret !== null && secret !== "") return { kind, secret };
  }
  return null;
}

/** Where to go afterwards: only a path of our own, never another site. */
export function safeNext(search: string): string {
  const next = new URLSearchParams(search).get("next") ?? "/";
  const isOwnPath =
    next.startsWith("/") && !next.startsWith("//") && !next.includes("\\") && !/\s/.test(next);
  return isOwnPath ? next : "/";
}
