/** What a request's path asks for, judged on the raw text; whatever is unclear needs a sign-in. */
export type PathKind =
  /** Answered without credentials (S-02). */
  | "open"
  | "api"
  | "page"
  /** Socket.IO over plain HTTP: only websockets are served. */
  | "socket"
  /** Not a path of a browser's making: refused. */
  | "refused";

const openApi = new Set(["/api/health", "/api/version", "/api/login"]);
const openPages = new Set(["/login", "/favicon.ico", "/robots.txt", "/manifest.webmanifest"]);
/** The schema of automations.json, at both of its addresses: it is the program's, not the data's. */
const openSchemas = new Set(["/schemas/automations.json", "/api/schemas/automations.json"]);
/** Belongs to the API: agents get it, and who is not signed in gets no page instead. */
const besideApi = /^\/(?:uploads\/|openapi\/v1\.json$)/;
/** Built files only; names are hashed by the bundler. No `..`, and no encoding but that of brackets. */
const staticFile = /^\/_next\/static\/(?!.*\.\.)(?:[\w\-./~@()]|%5B|%5D)+$/i;
const ownStaticFile =
  /^\/(?:icon|apple-icon|fonts\/[\w\-.]+|icons\/[\w\-.]+|icon[\w-]*\.(?:svg|png|ico))$/;
/** Hot reload of the development server; never served in production. */
const developmentFile = /^\/(?:_next\/|__nextjs)/;

export function pathOf(url: string): string {
  const query = url.indexOf("?");
  return query === -1 ? url : url.slice(0, query);
}

export function classifyPath(url: string, method: string, isDev: boolean): PathKind {
  const path = pathOf(url);
  // Only origin-form targets; `//host/x` and `\` are read differently by others.
  if (!path.startsWith("/") || path.startsWith("//") || /[\\\s\x00-\x1f]/.test(path))
    return "refused";
  if (/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path) || /%00|%5c/i.test(path)) return "refused";
  if (path === "/socket.io" || path.startsWith("/socket.io/")) return "socket";
  if (openApi.has(path)) return "open";
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && (openPages.has(path) || openSchemas.has(path))) return "open";
  if (isRead && (staticFile.test(path) || ownStaticFile.test(path))) return "open";
  if (isRead && isDev && developmentFile.test(path)) return "open";
  const isApi = path === "/api" || path.startsWith("/api/") || besideApi.test(path);
  return isApi ? "api" : "page";
}
