/**
 * The one way in for every route under `/api`: proves the actor, parses strictly, maps refusals to
 * answers. Routes stay shims; rules live in commands and queries.
 */
import type { z } from "zod";
import { Failure, isFailure } from "#server/contracts/failure.ts";
import { systemClock } from "#server/lib/clock.ts";
import { newUuid } from "#server/lib/ids.ts";
import { createLogger } from "#server/lib/logger.ts";
import { runAsRequest } from "#server/lib/request-context.ts";
import { currentDatabase } from "#server/queries/current-database.ts";
import type { Database } from "#server/queries/current-database.ts";
import { findProject } from "#server/queries/find-project.ts";
import { mayReadProject } from "#server/queries/project-access.ts";
import { checkAccess, readActor } from "./access.ts";
import type { Access, RequestActor } from "./access.ts";
import { json, noContent } from "./answers.ts";
import { answerOnce } from "./idempotency.ts";
import { parseFields, readJson } from "./parse.ts";

export { accepted, created, json, noContent } from "./answers.ts";
export type { Access, RequestActor } from "./access.ts";

export interface RouteInput<A extends Access, P, Q, B> {
  database: Database;
  /** null only on public routes. */
  actor: A extends "public" ? RequestActor | null : RequestActor;
  params: P;
  query: Q;
  body: B;
  now: Date;
  requestId: string;
  request: Request;
}

export interface RouteDefinition<A extends Access = Access, P = unknown, Q = unknown, B = unknown> {
  /** One line for the API's description. */
  summary?: string;
  access: A;
  /** Run tokens are accepted too; commands then apply the agent's rights. */
  agents?: boolean;
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  body?: z.ZodType<B>;
  /** What a success answers, for the API's description only. */
  answer?: z.ZodType;
  /** A route of existing boards (K): unknown fields are ignored and named in `X-Ignored-Fields`. */
  isCompat?: boolean;
  /** The answer holds a secret: it is kept for no second request with the same `Idempotency-Key` (S-08). */
  isSecret?: boolean;
  /** No body counts as `{}`. */
  isBodyOptional?: boolean;
}

type Definition<A extends Access, P, Q, B> = RouteDefinition<A, P, Q, B> & {
  handle(input: RouteInput<A, P, Q, B>): unknown;
};

type Empty = Record<string, never>;
/** Next resolves to nothing for an address without parameters. */
type Context = { params: Promise<Record<string, string | string[] | undefined> | undefined> };

export type RouteHandler = ((request: Request, context: Context) => Promise<Response>) & {
  definition: RouteDefinition;
};

const logger = createLogger("web").child({ part: "api" });

/** Makes a Next route handler; see {@link RouteDefinition}. */
export function route<A extends Access, P = Empty, Q = Empty, B = Empty>(
  definition: Definition<A, P, Q, B>,
): RouteHandler {
  const handler = async (request: Request, context: Context): Promise<Response> => {
    const requestId = request.headers.get("x-request-id") ?? newUuid();
    try {
      return await runAsRequest(requestId, () => serve(definition, request, context, requestId));
    } catch (error) {
      if (isFailure(error)) {
        const { message, code, details } = error;
        return json(
          error.status,
          details === undefined ? { error: message, code } : { error: message, code, details },
        );
      }
      logger.error(
        { err: error, requestId, path: new URL(request.url).pathname },
        "a request failed",
      );
      return json(500, {
        error: "something went wrong here; the log has it under this request id",
        code: "INTERNAL",
        details: { requestId },
      });
    }
  };
  return Object.assign(handler, { definition: definition as unknown as RouteDefinition });
}

async function serve<A extends Access, P, Q, B>(
  definition: Definition<A, P, Q, B>,
  request: Request,
  context: Context,
  requestId: string,
): Promise<Response> {
  const actor = readActor(request);
  const rawParams = (await context.params) ?? {};
  const slug = rawParams["slug"];
  checkAccess(
    definition.access,
    actor,
    definition.agents ?? false,
    typeof slug === "string" ? slug : undefined,
  );

  const params = definition.params
    ? definition.params.safeParse(rawParams)
    : { success: true as const, data: {} as P };
  if (!params.success) throw new Failure(404, "ROUTE_UNKNOWN", "no such address");
  const ignored: string[] = [];
  const isCompat = definition.isCompat ?? false;
  const note = (fields: string[]) => void ignored.push(...fields);
  const rawQuery = Object.fromEntries(new URL(request.url).searchParams);
  const query = parseFields("query", definition.query, rawQuery, isCompat, note);
  const rawBody = definition.body
    ? await readJson(request, definition.isBodyOptional ?? false)
    : {};
  const body = parseFields("body", definition.body, rawBody, isCompat, note);

  const database = currentDatabase();
  if (typeof slug === "string" && actor?.kind === "person" && actor.role === "viewer") {
    const project = await findProject(database, slug);
    if (!(await mayReadProject(database, actor, project.id))) {
      throw new Failure(404, "PROJECT_UNKNOWN", `no project "${slug}"`);
    }
  }
  const answer = async (): Promise<Response> => {
    const value: unknown = await definition.handle({
      database,
      actor: actor as RouteInput<A, P, Q, B>["actor"],
      params: params.data,
      query,
      body,
      now: systemClock.now(),
      requestId,
      request,
    });
    if (value instanceof Response) return value;
    return value === undefined ? noContent() : json(200, value);
  };
  const response = definition.isSecret
    ? await answer()
    : await answerOnce(database, actor, request, rawBody, answer);
  if (ignored.length > 0) response.headers.set("X-Ignored-Fields", ignored.join(", "));
  return response;
}
