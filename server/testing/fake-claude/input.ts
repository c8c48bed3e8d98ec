/** Lines on stdin: messages, control requests of the board, answers to ours. */
import { createInterface } from "node:readline";
import { journal } from "./journal.ts";

export type UserMessage = { uuid: string | null; text: string; isNow: boolean };
type Answer = Record<string, unknown>;

export type Input = {
  /** The next message; null when stdin is closed and nothing is left. */
  next(): Promise<UserMessage | null>;
  /** Messages that came while a turn runs, taken at the end of a tool. */
  takePending(): UserMessage[];
  hasUrgent(): boolean;
  pendingCount(): number;
  /** Waits for the board's answer to a control request of ours; null when stdin closes first. */
  awaitAnswer(requestId: string, signal: AbortSignal): Promise<Answer | null>;
  isClosed(): boolean;
};

export type InputHandlers = {
  onInterrupt(requestId: string): void;
  onRequest(requestId: string, request: Record<string, unknown>): void;
  /** A line that is not JSON kills the CLI. */
  onBroken(): void;
};

export function readInput(handlers: InputHandlers): Input {
  const messages: UserMessage[] = [];
  const answers = new Map<string, (answer: Answer | null) => void>();
  let isClosed = false;
  let wake: () => void = () => undefined;

  const onLine = (line: string): void => {
    if (line.trim() === "") return;
    journal({ event: "stdin", line });
    let value: Record<string, unknown>;
    try {
      value = JSON.parse(line) as Record<string, unknown>;
    } catch {
      handlers.onBroken();
      return;
    }
    if (value["type"] === "user") {
      messages.push(toMessage(value));
      wake();
    } else if (value["type"] === "control_request") {
      const request = value["request"] as Record<string, unknown>;
      const id = String(value["request_id"]);
      if (request["subtype"] === "interrupt") handlers.onInterrupt(id);
      else handlers.onRequest(id, request);
    } else if (value["type"] === "control_response") {
      const response = value["response"] as Record<string, unknown>;
      const id = String(response["request_id"]);
      answers.get(id)?.((response["response"] ?? {}) as Answer);
      answers.delete(id);
    }
  };
  const lines = createInterface({ input: process.stdin });
  lines.on("line", onLine);
  lines.on("close", () => {
    isClosed = true;
    for (const resolve of answers.values()) resolve(null);
    answers.clear();
    wake();
  });

  return {
    async next() {
      while (messages.length === 0 && !isClosed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return messages.shift() ?? null;
    },
    takePending: () => messages.splice(0),
    hasUrgent: () => messages.some((message) => message.isNow),
    pendingCount: () => messages.length,
    awaitAnswer(requestId, signal) {
      if (isClosed) return Promise.resolve(null);
      return new Promise((resolve, reject) => {
        answers.set(requestId, resolve);
        signal.addEventListener("abort", () => {
          answers.delete(requestId);
          reject(signal.reason as Error);
        });
      });
    },
    isClosed: () => isClosed,
  };
}

function toMessage(value: Record<string, unknown>): UserMessage {
  const content = (value["message"] as { content?: unknown } | undefined)?.content;
  const text =
    typeof content === "string"
      ? content
      : Array.isArray(content)
        ? content.map((block: { text?: string }) => block.text ?? "").join("")
        : "";
  const uuid = typeof value["uuid"] === "string" ? value["uuid"] : null;
  return { uuid, text, isNow: value["priority"] === "now" };
}
