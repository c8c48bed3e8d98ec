/**
 * The one module that makes calls to other machines (S-26). Where a call may go is decided on the
 * address it is connected to, not on a name: the name is resolved once, every address it has is judged,
 * and the socket gets exactly the judged one, so that a second answer of the name server changes nothing.
 */
import { lookup as resolveName } from "node:dns/promises";
import { request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import ipaddr from "ipaddr.js";
import { describeError } from "./result.ts";

/** So much of an answer is kept; the rest is not read. */
export const MAX_ANSWER_BYTES = 64 * 1024;

export interface OutgoingCall {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
  timeoutMs: number;
  /**
   * Hosts of the project: `api.example.com` (the scheme's own port) or with a port. A private or loopback
   * target only where its address, or `localhost`, stands here with its port: `127.0.0.1:8080`.
   */
  allowedHosts: string[];
  signal?: AbortSignal;
  /** Instead of `MAX_ANSWER_BYTES`. */
  maxAnswerBytes?: number;
  /** How the answer's bytes become `body`; `latin1` keeps each of them. Default UTF-8. */
  encoding?: "utf8" | "latin1";
  /** Addresses of a name; tests put their own. */
  resolve?: (name: string) => Promise<string[]>;
}

export type OutgoingAnswer =
  | { ok: true; status: number; body: string; isTruncated: boolean }
  | {
      ok: false;
      code:
        | "URL_INVALID"
        | "HOST_NOT_ALLOWED"
        | "ADDRESS_REFUSED"
        | "NAME_UNKNOWN"
        | "UNREACHABLE"
        | "TIMED_OUT"
        | "ABORTED";
      /** One sentence that names what was expected and found. */
      message: string;
      /** The same call would fail again. */
      isFinal: boolean;
    };

type Refusal = Extract<OutgoingAnswer, { ok: false }>;

/** A redirect is an answer like any other: nothing is followed. Never throws. */
export async function callOut(call: OutgoingCall): Promise<OutgoingAnswer> {
  if (!URL.canParse(call.url)) {
    return refuse("URL_INVALID", `url: expected an address, found "${call.url}"`);
  }
  const url = new URL(call.url);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return refuse("URL_INVALID", `url: expected http or https, found ${url.protocol}`);
  }
  if (url.username !== "" || url.password !== "") {
    return refuse("URL_INVALID", "url: expected no user name or password in the address");
  }
  const entry = findEntry(url, call.allowedHosts);
  if (entry === null) {
    return refuse(
      "HOST_NOT_ALLOWED",
      `url: expected one of the project's hosts (${call.allowedHosts.join(", ") || "none is named"}), found ${url.host}`,
    );
  }
  const address = await chooseAddress(url, entry, call.resolve ?? resolveAll);
  if (typeof address !== "string") return address;
  return send(call, url, address);
}

/** The entry of the list that names this host and port; null = none does. */
function findEntry(url: URL, allowedHosts: string[]): string | null {
  const name = url.hostname.toLowerCase();
  const port = url.port === "" ? ownPort(url) : url.port;
  const found = allowedHosts.find((entry) => {
    const wanted = entry.trim().toLowerCase();
    return wanted === `${name}:${port}` || (wanted === name && port === ownPort(url));
  });
  return found === undefined ? null : found.trim().toLowerCase();
}

function ownPort(url: URL): string {
  return url.protocol === "https:" ? "443" : "80";
}

/** The address to connect to, or why none of the name's may be. */
async function chooseAddress(
  url: URL,
  entry: string,
  resolve: (name: string) => Promise<string[]>,
): Promise<string | Refusal> {
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const isLiteral = ipaddr.isValid(name);
  let addresses: string[];
  try {
    addresses = isLiteral ? [name] : await resolve(name);
  } catch (error) {
    return refuse("NAME_UNKNOWN", `url: ${name} has no address (${describeError(error)})`, false);
  }
  const [first] = addresses;
  if (first === undefined) return refuse("NAME_UNKNOWN", `url: ${name} has no address`, false);
  // A person named this very machine and port: nothing the name server says can stand in for that.
  const isNamed = (isLiteral || name === "localhost") && entry === `${url.hostname}:${portOf(url)}`;
  const bad = addresses.find((address) => !isPublic(address) && !(isNamed && isOwn(address)));
  if (bad !== undefined) {
    return refuse(
      "ADDRESS_REFUSED",
      `url: expected a public address, found ${bad} (${rangeOf(bad)}) for ${name}; an exception names the address with its port`,
    );
  }
  return first;
}

function portOf(url: URL): string {
  return url.port === "" ? ownPort(url) : url.port;
}

/** Only ordinary addresses of the internet; what is wrapped in an IPv6 address counts as itself. */
export function isPublic(address: string): boolean {
  return rangeOf(address) === "unicast";
}

/** What a person may name as an exception: never link-local (cloud metadata lives there) or multicast. */
function isOwn(address: string): boolean {
  return ["loopback", "private", "uniqueLocal", "carrierGradeNat"].includes(rangeOf(address));
}

function rangeOf(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).range() : "invalid";
}

async function resolveAll(name: string): Promise<string[]> {
  return (await resolveName(name, { all: true })).map(({ address }) => address);
}

function send(call: OutgoingCall, url: URL, address: string): Promise<OutgoingAnswer> {
  const isSecure = url.protocol === "https:";
  const family = ipaddr.parse(address).kind() === "ipv6" ? 6 : 4;
  const over = AbortSignal.timeout(call.timeoutMs);
  const signal = call.signal ? AbortSignal.any([over, call.signal]) : over;
  return new Promise((resolve) => {
    const fail = (error: unknown): void => {
      if (over.aborted) {
        const seconds = call.timeoutMs / 1_000;
        resolve(refuse("TIMED_OUT", `${url.host} did not answer within ${seconds} s`, false));
      } else if (signal.aborted) {
        resolve(refuse("ABORTED", "the worker is leaving", false));
      } else {
        resolve(refuse("UNREACHABLE", `${url.host}: ${describeError(error)}`, false));
      }
    };
    try {
      const request = (isSecure ? httpsRequest : httpRequest)(
        url,
        {
          method: call.method,
          headers: {
            ...call.headers,
            ...(call.body === null ? {} : { "content-length": Buffer.byteLength(call.body) }),
          },
          agent: false,
          signal,
          // One family: there is one address, and no race between several.
          family,
          lookup: (_name, options, done) => {
            if (options.all) done(null, [{ address, family }]);
            else done(null, address, family);
          },
        },
        (answer) => void readAnswer(answer, call).then(resolve, fail),
      );
      request.on("error", fail);
      request.end(call.body ?? undefined);
    } catch (error) {
      fail(error);
    }
  });
}

async function readAnswer(
  answer: IncomingMessage,
  { maxAnswerBytes: maxBytes = MAX_ANSWER_BYTES, encoding = "utf8" }: OutgoingCall,
): Promise<OutgoingAnswer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) break;
  }
  return {
    ok: true,
    status: answer.statusCode ?? 0,
    body: Buffer.concat(parts).subarray(0, maxBytes).toString(encoding),
    isTruncated: bytes > maxBytes,
  };
}

function refuse(code: Refusal["code"], message: string, isFinal = true): Refusal {
  return { ok: false, code, message, isFinal };
}
