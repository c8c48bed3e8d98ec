/**
 * Which `Host` and `Origin` values this server answers to (S-03, S-04). Exact text, port included:
 * "Origin equals Host" alone falls to DNS rebinding.
 */
export type AllowedAddresses = {
  /** Lower-case `host[:port]` values. */
  hosts: ReadonlySet<string>;
  /** `scheme://host[:port]` as browsers write them. */
  origins: ReadonlySet<string>;
};

export type AddressSettings = {
  port: number;
  /** From SIGNALBOX_ALLOWED_HOSTS: `name` or `name:port`. */
  allowedHosts: readonly string[];
  publicUrl: string | null;
};

/** The addresses of loopback with our port, the named hosts, and the public one. */
export function listAllowedAddresses(settings: AddressSettings): AllowedAddresses {
  const hosts = new Set<string>();
  const origins = new Set<string>();
  const add = (scheme: "http" | "https", authority: string) => {
    if (!URL.canParse(`${scheme}://${authority}`)) return;
    // Browsers leave the scheme's own port out of both headers.
    const url = new URL(`${scheme}://${authority}`);
    hosts.add(url.host);
    hosts.add(authority.toLowerCase());
    origins.add(url.origin);
  };
  for (const name of ["127.0.0.1", "localhost", "[::1]"]) add("http", `${name}:${settings.port}`);
  for (const named of settings.allowedHosts) {
    const hasPort = /:\d+$/.test(named) && !/^[^[]*:.*:/.test(named);
    const name = named.includes(":") && !hasPort && !named.startsWith("[") ? `[${named}]` : named;
    add("http", hasPort ? name : `${name}:${settings.port}`);
    // A proxy that ends TLS in front of us passes its own name on.
    add("https", name);
    if (!hasPort) add("http", name);
  }
  if (settings.publicUrl !== null) {
    const url = new URL(settings.publicUrl);
    add(url.protocol === "https:" ? "https" : "http", url.host);
  }
  return { hosts, origins };
}

export type HostVerdict = "allowed" | "malformed" | "unknown";

/** Judges the `Host` header lines of one request: exactly one, and one of ours. */
export function judgeHost(addresses: AllowedAddresses, values: readonly string[]): HostVerdict {
  const [value] = values;
  if (values.length !== 1 || value === undefined || value === "") return "malformed";
  if (value.length > 300 || /[^\x21-\x7e]/.test(value) || /[/@\\?#,]/.test(value))
    return "malformed";
  return addresses.hosts.has(value.toLowerCase()) ? "allowed" : "unknown";
}

/** True only for one exact origin of ours; `null`, other ports and schemes are not. */
export function isAllowedOrigin(addresses: AllowedAddresses, values: readonly string[]): boolean {
  const [value] = values;
  return values.length === 1 && value !== undefined && addresses.origins.has(value);
}

/** Every value of a header, in order; Node itself keeps only the first of some. */
export function headerValues(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? "");
  }
  return values;
}
