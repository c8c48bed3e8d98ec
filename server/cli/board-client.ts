/** The running board's API, asked with the owner's token of the data directory. */
import { readFile } from "node:fs/promises";
import { describeDataFolder } from "../box/data-folder.ts";
import type { Env } from "../env.ts";
import { readWebAddress } from "../lib/web-address.ts";

/** Nobody answers: not started, restarting, or gone. Worth another try. */
export class BoardAway extends Error {
  override name = "BoardAway";
}

/** The board answered with a refusal. */
export class BoardRefusal extends Error {
  override name = "BoardRefusal";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type Frame = { event: string; data: string };

export type BoardClient = {
  /** Throws {@link BoardAway} or {@link BoardRefusal}. */
  get<T>(path: string, signal?: AbortSignal): Promise<T>;
  /** Server-sent events, comments as frames without data; ends when the server does. Throws as `get` does. */
  stream(path: string, signal?: AbortSignal): AsyncGenerator<Frame>;
};

/** Looks the address up for each call: after a restart the board may be elsewhere. */
export function createBoardClient(env: Env): BoardClient {
  const call = async (path: string, signal?: AbortSignal): Promise<Response> => {
    const address = await readWebAddress(env.dataDir);
    if (address === null) throw new BoardAway(`no board answers for ${env.dataDir}`);
    const headers = { authorization: `Bearer ${await readOwnerToken(env)}` };
    const response = await fetch(`${address}${path}`, { headers, signal }).catch(away);
    if (response.ok) return response;
    const text = await response.text().catch(() => "");
    if (response.status >= 500 || response.status === 429) {
      throw new BoardAway(`the board answered ${response.status}`);
    }
    throw new BoardRefusal(response.status, messageOf(text) ?? `answer ${response.status}`);
  };
  return {
    get: async <T>(path: string, signal?: AbortSignal) =>
      (await (await call(path, signal)).json().catch(away)) as T,
    async *stream(path, signal) {
      const response = await call(path, signal);
      if (response.body === null) return;
      const decoder = new TextDecoder();
      let rest = "";
      try {
        for await (const chunk of response.body) {
          rest += decoder.decode(chunk, { stream: true });
          const parts = rest.split("\n\n");
          rest = parts.pop() ?? "";
          for (const part of parts) yield parseFrame(part);
        }
      } catch (error) {
        away(error);
      }
    },
  };
}

function away(error: unknown): never {
  if (error instanceof Error && error.name === "AbortError") throw error;
  throw new BoardAway("the connection to the board was lost", { cause: error });
}

function parseFrame(text: string): Frame {
  const frame: Frame = { event: "message", data: "" };
  for (const line of text.split("\n")) {
    if (line.startsWith("event: ")) frame.event = line.slice(7);
    if (line.startsWith("data: ")) frame.data += line.slice(6);
  }
  return frame;
}

async function readOwnerToken(env: Env): Promise<string> {
  if (env.ownerToken !== null) return env.ownerToken;
  const file = describeDataFolder(env.dataDir).ownerTokenFile;
  try {
    return (await readFile(file, "utf8")).trim();
  } catch {
    throw new Error(
      `owner-token: expected to read ${file}, found no way to; the commands need the user who starts the board`,
    );
  }
}

function messageOf(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === "string" ? error : null;
  } catch {
    return null;
  }
}
