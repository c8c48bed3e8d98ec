/** A board behind the real front door, as programs reach it: HTTP, tokens, every route, Postgres. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setDatabase } from "#server/store/client.ts";
import { createProjectFixture } from "#server/testing/builders.ts";
import type { FixtureOptions } from "#server/testing/builders.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import { createToken, openTestGateway } from "#server/testing/open-gateway.ts";
import { makeScratchFolder } from "#server/testing/scratch-folder.ts";
import { serveRoutes } from "./serve-routes.ts";

export interface Reply {
  status: number;
  /** Parsed JSON, else the text. */
  body: unknown;
  headers: Headers;
}

export type OpenBoard = Awaited<ReturnType<typeof openBoard>>;

/** Writes of one token before the next is taken: the rate limit is not what is tested here. */
const WRITES_PER_TOKEN = 30;

export async function openBoard(options: Omit<FixtureOptions, "workspacePath"> = {}) {
  const scratch = await makeScratchFolder("board");
  const workspace = path.join(scratch.path, "workspace");
  const dataDir = path.join(scratch.path, "data");
  await mkdir(workspace);
  await mkdir(dataDir);
  process.env["SIGNALBOX_DATA_DIR"] = dataDir;
  const test = await createTestDatabase();
  setDatabase(test.database);
  const fixture = await createProjectFixture(test.database, {
    ...options,
    workspacePath: workspace,
  });
  const gateway = await openTestGateway(test.database, test.url, {
    next: serveRoutes(),
    isListening: false,
  });
  const url = `http://127.0.0.1:${gateway.port}`;
  const newToken = () => createToken(test.database, "owner", { userId: fixture.owner.userId });
  let token = await newToken();
  let calls = 0;

  async function send(method: string, address: string, init: RequestInit = {}): Promise<Reply> {
    calls += 1;
    if (calls % WRITES_PER_TOKEN === 0) token = await newToken();
    const headers = new Headers(init.headers);
    if (!headers.has("authorization")) headers.set("authorization", `Bearer ${token}`);
    const response = await fetch(`${url}${address}`, { ...init, method, headers });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return {
      status: response.status,
      body: isJson && text !== "" ? (JSON.parse(text) as unknown) : text,
      headers: response.headers,
    };
  }

  return {
    url,
    test,
    fixture,
    workspace,
    dataDir,
    /** `/api/projects/{slug}`. */
    P: `/api/projects/${fixture.project.slug}`,
    send,
    /** With `body` as JSON, where there is one. */
    call: (
      method: string,
      address: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Reply> =>
      send(
        method,
        address,
        body === undefined
          ? { headers }
          : {
              headers: { "content-type": "application/json", ...headers },
              body: JSON.stringify(body),
            },
      ),
    async close() {
      await gateway.close();
      await test.close();
      await scratch.remove();
    },
  };
}
