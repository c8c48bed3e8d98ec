/**
 * The address a person opens to sign in. The token travels behind `#`, which a browser never sends:
 * it reaches no server log and no Referer; the page posts it (S-08, a GET never mutates).
 */
export function buildLoginLink(address: string, token: string): string {
  return `${address.replace(/\/+$/, "")}/login#token=${encodeURIComponent(token)}`;
}
