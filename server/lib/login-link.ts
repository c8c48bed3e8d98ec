/**
 * The address a person opens to sign in. The token travels behind `#`, which a browser never sends:
 * it reaches no server log and no Referer; the page posts it (S-08, a GET never mutates). `next`: the
 * path to go on to.
 */
export function buildLoginLink(address: string, token: string, next?: string): string {
  const search = next === undefined ? "" : `?next=${encodeURIComponent(next)}`;
  return `${address.replace(/\/+$/, "")}/login${search}#token=${encodeURIComponent(token)}`;
}
