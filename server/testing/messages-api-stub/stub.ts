/**
 * A loopback stand-in for the Messages API: answers POST /v1/messages with scripted server-sent
 * events, so that the real CLI can be tested without a model or a credential. Which script is
 * played stands in the prompt (`script: bash-then-text`); which step, is the number of assistant
 * messages since.
 */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { scripts } from "./scripts.ts";
import type { Block, Step } from "./scripts.ts";

export type MessagesApiStub = {
  /** For `ANTHROPIC_BASE_URL`. */
  url: string;
  /** Requests so far: script, step and what the body carried. */
  requests: { path: string; script: string; step: number; system: string }[];
  close(): Promise<void>;
};

type Message = { role: string; content: string | { type: string; text?: string }[] };

export async function startMessagesApiStub(): Promise<MessagesApiStub> {
  const requests: MessagesApiStub["requests"] = [];
  const server = createServer((request, response) => {
    answer(request, response, requests).catch((error: unknown) => {
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
  requests: MessagesApiStub["requests"],
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
  };
  const { script, step, at } = findPlace(body.messages);
  requests.push({ path, script, step, system: JSON.stringify(body.system ?? "") });
  const steps = scripts[script] ?? scripts["text"] ?? [];
  const current = steps[Math.min(step, steps.length - 1)];
  if (!current) throw new Error(`script "${script}" has no step ${step}`);
  await play(fillIn(current, at), body, response);
}

/** A step with `{at}` replaced by the path the prompt names. */
function fillIn(step: Step, at: string): Step {
  return JSON.parse(JSON.stringify(step).replaceAll("{at}", at)) as Step;
}

/** The last user text that names a script, and how many assistant messages followed it. */
export function findPlace(messages: Message[]): { script: string; step: number; at: string } {
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at];
    if (message?.role !== "user") continue;
    const found = /script: ([a-z0-9-]+)(?: at: (\S+))?/.exec(textOf(message));
    if (!found) continue;
    const [, script = "", place = ""] = found;
    const step = messages.slice(at + 1).filter((later) => later.role === "assistant").length;
    return { script, step, at: place };
  }
  return { script: "text", step: 0, at: "" };
}

function textOf(message: Message): string {
  if (typeof message.content === "string") return message.content;
  return message.content.map((block) => block.text ?? "").join("\n");
}

async function play(
  step: Step,
  body: { model: string; stream?: boolean },
  response: ServerResponse,
): Promise<void> {
  if ("status" in step) {
    response.writeHead(step.status, { "content-type": "application/json", ...step.headers });
    response.end(
      JSON.stringify({ type: "error", error: { type: step.type, message: step.message } }),
    );
    return;
  }
  const stopReason = step.blocks.some((block) => block.type === "tool_use")
    ? "tool_use"
    : "end_turn";
  const message = {
    id: `msg_stub_${Math.random().toString(36).slice(2)}`,
    type: "message",
    role: "assistant",
    model: body.model,
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: 1000,
      output_tokens: 1,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
    },
  };
  if (body.stream !== true) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ...message, content: step.blocks, stop_reason: stopReason }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (data: { type: string } & Record<string, unknown>): void => {
    response.write(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  send({ type: "message_start", message: { ...message, content: [] } });
  for (const [index, block] of step.blocks.entries()) {
    await sendBlock(index, block, step.pauseMs ?? 0, send);
  }
  send({
    type: "message_delta",
    delta: { stop_reason: stopReason, stop_sequence: null },
    usage: { output_tokens: 50 },
  });
  send({ type: "message_stop" });
  response.end();
}

async function sendBlock(
  index: number,
  block: Block,
  pauseMs: number,
  send: (data: { type: string } & Record<string, unknown>) => void,
): Promise<void> {
  const empty = block.type === "text" ? { ...block, text: "" } : { ...block, input: {} };
  send({ type: "content_block_start", index, content_block: empty });
  const whole = block.type === "text" ? block.text : JSON.stringify(block.input);
  for (let at = 0; at < whole.length; at += 50) {
    const piece = whole.slice(at, at + 50);
    const delta =
      block.type === "text"
        ? { type: "text_delta", text: piece }
        : { type: "input_json_delta", partial_json: piece };
    send({ type: "content_block_delta", index, delta });
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  send({ type: "content_block_stop", index });
}
