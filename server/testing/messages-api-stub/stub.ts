/**
 * A loopback stand-in for the Messages API: answers POST /v1/messages with scripted server-sent
 * events, so that the real CLI can be tested without a model or a credential. Which script is
 * played stands in the prompt (see `place.ts`).
 */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { findPlace } from "./place.ts";
import type { Message, Place } from "./place.ts";
import { play } from "./play.ts";
import { isFailure, scripts } from "./scripts.ts";
import type { Step } from "./scripts.ts";

/** What was asked, and what it cost. */
export type StubRequest = Place & {
  path: string;
  system: string;
  model: string;
  messages: Message[];
  tools: string[];
  isStreamed: boolean;
  /** The answer came through whole: its tokens are to be paid. */
  isPaid: boolean;
};

export type MessagesApiStub = {
  /** For `ANTHROPIC_BASE_URL`. */
  url: string;
  requests: StubRequest[];
  close(): Promise<void>;
};

export async function startMessagesApiStub(): Promise<MessagesApiStub> {
  const requests: StubRequest[] = [];
  /** How often a step that fails a number of times has failed, by prompt and step. */
  const failed = new Map<string, number>();
  const server = createServer((request, response) => {
    answer(request, response, requests, failed).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  requests: StubRequest[],
  failed: Map<string, number>,
): Promise<void> {
  const path = new URL(request.url ?? "/", "http://stub").pathname;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (request.method !== "POST" || path !== "/v1/messages") {
    response.writeHead(404, { "content-type": "application/json" });
    response.end('{"type":"error","error":{"type":"not_found_error","message":"not found"}}');
    return;
  }
  const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as {
    model: string;
    stream?: boolean;
    messages: Message[];
    system?: unknown;
    tools?: { name: string }[];
  };
  const place = findPlace(body.messages);
  const step = chooseStep(place, body.model, failed);
  const isStreamed = body.stream === true;
  requests.push({
    ...place,
    path,
    system: JSON.stringify(body.system ?? ""),
    model: body.model,
    messages: body.messages,
    tools: (body.tools ?? []).map(({ name }) => name),
    isStreamed,
    isPaid: !isFailure(step),
  });
  await play(fillIn(step, place.at), { model: body.model, isStreamed }, response);
}

/** The step of its script; one that fails a number of times is passed over afterwards. */
function chooseStep(place: Place, model: string, failed: Map<string, number>): Step {
  const steps = scripts[place.script] ?? scripts["text"] ?? [];
  const open = steps.filter((step, index) => {
    if (!isFailure(step)) return true;
    if ("model" in step && step.model !== model) return false;
    return (failed.get(`${place.prompt}/${index}`) ?? 0) < (step.times ?? Infinity);
  });
  const step = open[Math.min(place.step, open.length - 1)];
  if (!step) throw new Error(`script "${place.script}" has no step ${place.step}`);
  const key = `${place.prompt}/${steps.indexOf(step)}`;
  if (isFailure(step)) failed.set(key, (failed.get(key) ?? 0) + 1);
  return step;
}

/** A step with `{at}` replaced by the path the prompt names. */
function fillIn(step: Step, at: string): Step {
  return JSON.parse(JSON.stringify(step).replaceAll("{at}", at)) as Step;
}
