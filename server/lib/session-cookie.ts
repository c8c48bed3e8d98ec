/** The session cookie's name: one per installation, since cookies do not tell ports apart. */
export function sessionCookieName(instanceId: string): string {
  return `signalbox_${instanceId.replaceAll("-", "").slice(0, 8)}`;
}

/** A session nobody used for this long has ended. */
export const SESSION_TTL_MS = 30 * 24 * 3_600_000;

export type CookieSettings = {
  name: string;
  /** Empty with `maxAgeSeconds` 0 takes the cookie away. */
  value: string;
  maxAgeSeconds: number;
  /** Over https only; plain http on loopback could not send it back. */
  isSecure: boolean;
};

/** The `Set-Cookie` line: out of reach for scripts, and never sent along from another site. */
export function printSessionCookie({
  name,
  value,
  maxAgeSeconds,
  isSecure,
}: CookieSettings): string {
  const parts = [
    `${name}=${value}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Strict",
    `Max-Age=${maxAgeSeconds}`,
  ];
  if (isSecure) parts.push("Secure");
  return parts.join("; ");
}
