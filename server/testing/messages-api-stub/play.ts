/** One step as an answer over HTTP: whole, streamed, refused, or broken off. */
import type { ServerResponse } from "node:http";
import type { Answer, Block, Breakage, Step } from "./scripts.ts";

type Asked = { model: string; isStreamed: boolean };
type Send = (data: { type: string } & Record<string, unknown>) => void;

export async function play(step: Step, asked: Asked, response: ServerResponse): Promise<void> {
  if ("status" in step) {
    response.writeHead(step.status, { "content-type": "application/json", ...step.headers });
    response.end(
      JSON.stringify({ type: "error", error: { type: step.type, message: step.message } }),
    );
  } else if ("breaks" in step) {
    breakOff(step, asked, response);
  } else {
    await say(step, asked, response);
  }
}

async function say(step: Answer, asked: Asked, response: ServerResponse): Promise<void> {
  const isCall = step.blocks.some((block) => block.type === "tool_use");
  const stopReason = step.stopReason ?? (isCall ? "tool_use" : "end_turn");
  if (!asked.isStreamed) {
    response.writeHead(200, { "content-type": "application/json" });
    const usage = { ...startUsage, output_tokens: OUTPUT_TOKENS };
    const message = { ...head(asked), content: step.blocks, stop_reason: stopReason, usage };
    response.end(JSON.stringify(message));
    return;
  }
  const send = openStream(asked, response);
  for (const [index, block] of step.blocks.entries()) {
    await sendBlock(index, block, step.pauseMs ?? 0, send);
  }
  send({
    type: "message_delta",
    delta: { stop_reason: stopReason, stop_sequence: null },
    usage: { output_tokens: OUTPUT_TOKENS },
  });
  send({ type: "message_stop" });
  response.end();
}

/** An answer that stops in the middle of its text, in one of the ways that were seen. */
function breakOff({ breaks }: Breakage, asked: Asked, response: ServerResponse): void {
  const send = openStream(asked, response);
  send({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
  const delta = { type: "text_delta", text: "I will beg" };
  send({ type: "content_block_delta", index: 0, delta });
  switch (breaks) {
    case "drop":
      // What was written must be out, else nothing of the answer arrives at all.
      response.write("\n", () => response.destroy());
      return;
    case "malformed":
      response.end("event: content_block_delta\ndata: {not json\n\n");
      return;
    case "error_frame":
      send({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } });
      response.end();
      return;
    case "early_end":
      response.end();
  }
}

/** What every answer of the stand-in costs. */
export const INPUT_TOKENS = 1000;
export const OUTPUT_TOKENS = 50;

const startUsage = {
  input_tokens: INPUT_TOKENS,
  output_tokens: 1,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
};

function head({ model }: Asked) {
  return {
    id: `msg_stub_${Math.random().toString(36).slice(2)}`,
    type: "message",
    role: "assistant",
    model,
    stop_reason: null,
    stop_sequence: null,
    usage: startUsage,
  };
}

function openStream(asked: Asked, response: ServerResponse): Send {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send: Send = (data) => {
    response.write(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  send({ type: "message_start", message: { ...head(asked), content: [] } });
  return send;
}

async function sendBlock(index: number, block: Block, pauseMs: number, send: Send): Promise<void> {
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
