import { z } from "zod";
import { Failure } from "#server/contracts/failure.ts";
import { defaultSourceUrl } from "#server/contracts/import.ts";
import { prioritySchema } from "#server/contracts/words.ts";
import { callOut } from "#server/lib/outgoing.ts";
import { readUtc } from "#server/core/import/cost-log.ts";
import { MAX_PICTURE_BYTES } from "./uploads.ts";

/** A whole board in one list, with every description. */
const MAX_LIST_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
/** Looking whether anybody answers must not keep a person waiting. */
const LOOK_TIMEOUT_MS = 2_000;
const AT_ONCE = 4;

const at = z.string().transform((text, context) => {
  const moment = readUtc(text);
  if (moment !== null) return moment;
  context.addIssue({ code: "custom", message: "a time" });
  return z.NEVER;
});
const id = z.number().int().positive().max(999_999_999);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

const projectsSchema = z.array(
  z.looseObject({ slug: z.string(), name: z.string(), workspacePath: z.string().nullish() }),
);
const columnsSchema = z.array(z.looseObject({ name: z.string(), color: z.string() }));
const labelsSchema = z.array(z.looseObject({ id, name: z.string(), color: z.string() }));
const membersSchema = z.array(z.looseObject({ name: z.string(), slug: z.string() }));
const summariesSchema = z.array(
  z.looseObject({ id, status: z.string(), lastActivityAt: at.nullish() }),
);
const ticketSchema = z.looseObject({
  id,
  title: z.string(),
  description: text,
  status: z.string(),
  priority: prioritySchema,
  assignedTo: z.string().nullish(),
  createdBy: text,
  createdAt: at,
  updatedAt: at,
  parentId: id.nullish().transform((value) => value ?? null),
  comments: z.array(z.looseObject({ id, content: text, author: text, createdAt: at })),
  activities: z.array(z.looseObject({ id, author: text, text, createdAt: at })),
  labels: z.array(z.looseObject({ id })),
});

export type SourceColumn = z.output<typeof columnsSchema>[number];
export type SourceLabel = z.output<typeof labelsSchema>[number];
export type SourceMember = z.output<typeof membersSchema>[number];
export type SourceTicket = z.output<typeof ticketSchema> & { lastActivityAt: Date | null };

/** The address of a running KittyClaw as a person names it. */
export interface SourceAddress {
  url?: string | undefined;
  project?: string | undefined;
}

/** One project of another board, opened for reading. */
export interface Source {
  url: string;
  project: string;
  /** Numbers of its tickets, in the order of their cards. */
  ticketNumbers: number[];
  readBoard(): Promise<{ columns: SourceColumn[]; labels: SourceLabel[]; members: SourceMember[] }>;
  /** Those that still exist, in the order asked. */
  readTickets(numbers: readonly number[]): Promise<SourceTicket[]>;
  /** A picture that its texts show, by its name; null where the board does not give it. */
  readImage(name: string): Promise<Uint8Array | null>;
}

/**
 * Finds the project on a running KittyClaw (compat §2): the named one, else the one that works in one of
 * `folders`, else the only one. 422 `SOURCE_FAILED`, `SOURCE_PROJECT` with the projects it has.
 */
export async function openSource(address: SourceAddress, folders: string[]): Promise<Source> {
  const url = baseOf(address);
  const projects = await get(url, "/api/projects", projectsSchema);
  const wanted = new Set(folders.map(plainFolder));
  const found =
    projects.find(({ slug }) => slug === address.project) ??
    (address.project === undefined
      ? (projects.find((one) => one.workspacePath && wanted.has(plainFolder(one.workspacePath))) ??
        (projects.length === 1 ? projects[0] : undefined))
      : undefined);
  if (found === undefined) {
    const slugs = projects.map(({ slug }) => slug);
    throw new Failure(
      422,
      "SOURCE_PROJECT",
      `source.project: expected one of ${slugs.join(", ") || "(there is none)"}, found ${address.project ?? "nothing"}`,
      { projects: slugs },
    );
  }
  const path = `/api/projects/${encodeURIComponent(found.slug)}`;
  const summaries = await get(url, `${path}/tickets`, summariesSchema);
  const lastActivity = new Map(summaries.map((one) => [one.id, one.lastActivityAt ?? null]));
  return {
    url,
    project: found.slug,
    ticketNumbers: summaries.map((one) => one.id),
    async readBoard() {
      const columns = await get(url, `${path}/columns`, columnsSchema);
      const labels = await get(url, `${path}/labels`, labelsSchema);
      const members = await get(url, `${path}/members`, membersSchema);
      return { columns, labels, members };
    },
    async readTickets(numbers) {
      const found: (SourceTicket | null)[] = [];
      const queue = [...numbers.entries()];
      const work = async (): Promise<void> => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          const [index, number] = next;
          const ticket = await read(url, `${path}/tickets/${number}`, ticketSchema);
          found[index] =
            ticket === null
              ? null
              : { ...ticket, lastActivityAt: lastActivity.get(number) ?? null };
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return found.filter((ticket) => ticket !== null);
    },
    async readImage(name) {
      const answer = await call(url, `/uploads/${name}`, TIMEOUT_MS, {
        accept: "image/*",
        maxAnswerBytes: MAX_PICTURE_BYTES,
      });
      if (!answer.ok || answer.status !== 200 || answer.isTruncated) return null;
      return Buffer.from(answer.body, "latin1");
    },
  };
}

/** Whether a KittyClaw answers at the address; anything else that listens there is none. */
export async function isSourceAnswering(address: SourceAddress): Promise<boolean> {
  const answer = await call(baseOf(address), "/api/projects", LOOK_TIMEOUT_MS);
  if (!answer.ok || answer.status !== 200) return false;
  return parseJson(answer.body, projectsSchema) !== null;
}

function baseOf(address: SourceAddress): string {
  return new URL(address.url ?? defaultSourceUrl).href.replace(/\/+$/, "");
}

function plainFolder(folder: string): string {
  return folder.replaceAll("\\", "/").replace(/\/+$/, "");
}

/**
 * The one place that calls another board. A person named the address, so a loopback or private one may
 * be meant; nothing but this host and port is called.
 */
function call(
  url: string,
  path: string,
  timeoutMs: number,
  image?: { accept: string; maxAnswerBytes: number },
) {
  const { hostname, port, protocol } = new URL(url);
  const ownPort = protocol === "https:" ? "443" : "80";
  return callOut({
    method: "GET",
    url: `${url}${path}`,
    headers: { accept: image?.accept ?? "application/json" },
    body: null,
    timeoutMs,
    allowedHosts: [`${hostname}:${port === "" ? ownPort : port}`],
    maxAnswerBytes: image?.maxAnswerBytes ?? MAX_LIST_BYTES,
    encoding: image ? "latin1" : "utf8",
  });
}

/** null where it does not exist. */
async function read<T extends z.ZodType>(
  url: string,
  path: string,
  schema: T,
): Promise<z.output<T> | null> {
  const answer = await call(url, path, TIMEOUT_MS);
  if (!answer.ok) throw failed(answer.message);
  if (answer.status === 404) return null;
  if (answer.status !== 200) throw failed(`${path}: expected 200, found ${answer.status}`);
  if (answer.isTruncated) throw failed(`${path}: expected at most ${MAX_LIST_BYTES} bytes`);
  let body: unknown;
  try {
    body = JSON.parse(answer.body);
  } catch {
    throw failed(`${path}: expected JSON, found something else`);
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw failed(`${path}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? "unexpected"}`);
}

async function get<T extends z.ZodType>(
  url: string,
  path: string,
  schema: T,
): Promise<z.output<T>> {
  const found = await read(url, path, schema);
  if (found === null) throw failed(`${path}: expected an answer, found 404`);
  return found;
}

function parseJson<T extends z.ZodType>(body: string, schema: T): z.output<T> | null {
  try {
    const parsed = schema.safeParse(JSON.parse(body));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function failed(message: string): Failure {
  return new Failure(422, "SOURCE_FAILED", `source: ${message}`);
}
