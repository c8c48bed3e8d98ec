import { z } from "zod";
import { fillPlaceholders, ticketPlaceholders } from "../placeholders.ts";
import { actionShape, defineAction } from "./action.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"] as const;
/** A name the request sets by itself; a second one could change where it goes. */
const ownHeaders =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|expect|te|trailer)$/i;
const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/)
  .refine((name) => !ownHeaders.test(name), "a header that is not Host or one about the transport");
const headerValue = z
  .string()
  .max(8_192)
  .regex(/^[\t\u0020-\u007E\u0080-\u00FF]*$/);

/**
 * A call to a host on the project's list (S-26). In the address `{ticketId}` and `{slug}` are filled in;
 * in the body all texts about the ticket, escaped where the body is JSON.
 */
export const httpRequest = defineAction({
  type: "httpRequest",
  schema: z.object({
    type: z.literal("httpRequest"),
    method: z.enum(methods).default("GET").describe("Method."),
    url: z
      .string()
      .max(4_096)
      .refine((url) => /^https?:\/\//i.test(url), "an address that begins with http:// or https://")
      .describe("Address; its host has to be on the project’s list."),
    headers: z.record(headerName, headerValue).default({}).describe("Headers."),
    body: z
      .union([z.string().max(200_000), z.record(z.string(), z.unknown()), z.array(z.unknown())])
      .optional()
      .describe("Text, or JSON."),
    timeoutSeconds: z
      .number()
      .int()
      .min(1)
      .max(300)
      .default(30)
      .describe("How long it may take, in seconds."),
    ...actionShape,
  }),
  rewrite: (raw) =>
    typeof raw["method"] === "string" ? { ...raw, method: raw["method"].toUpperCase() } : raw,
  plan(node, index, { snapshot, ticket }) {
    const { slug } = snapshot.project;
    const body =
      node.body === undefined || typeof node.body === "string"
        ? node.body
        : JSON.stringify(node.body);
    const isJson = body !== undefined && /^\s*[[{]/.test(body);
    const values = { ...ticketPlaceholders(ticket), slug };
    const inBody = isJson ? mapValues(values, (text) => JSON.stringify(text).slice(1, -1)) : values;
    const hasType = Object.keys(node.headers).some((name) => name.toLowerCase() === "content-type");
    return {
      type: "httpRequest",
      index,
      on: node.on,
      method: node.method,
      url: fillPlaceholders(node.url, {
        ticketId: ticket === null ? "" : String(ticket.number),
        slug: encodeURIComponent(slug),
      }),
      headers:
        body === undefined || hasType || !isJson
          ? node.headers
          : { ...node.headers, "content-type": "application/json" },
      body: body === undefined ? null : fillPlaceholders(body, inBody),
      timeoutSeconds: node.timeoutSeconds,
    };
  },
  describe(node, locale) {
    const host = URL.canParse(node.url) ? new URL(node.url).host : node.url;
    return locale === "en" ? `call ${host} (${node.method})` : `appeler ${host} (${node.method})`;
  },
});

function mapValues(
  values: Record<string, string>,
  change: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, text]) => [key, change(text)]));
}
