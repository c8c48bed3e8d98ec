/**
 * Where a conversation stands in its script. The prompt names it: `script: bash-then-text`. One
 * prompt that comes again, because it names the same ticket, goes on with the next one of
 * `script: ask-user then text`. The step is the number of the model's messages since.
 */
export type Message = { role: string; content: string | { type: string; text?: string }[] };

export type Place = {
  script: string;
  step: number;
  /** What the prompt says after `at:`. */
  at: string;
  /** All of the text that names the script: what tells one conversation from another. */
  prompt: string;
};

const NAMED = /script: ([a-z0-9-]+(?: then [a-z0-9-]+)*)(?: at: (\S+))?/g;

export function findPlace(messages: Message[]): Place {
  const named = messages.flatMap((message, index) => {
    const text = message.role === "user" ? textOf(message) : "";
    // Prompts without an answer between them come as one message.
    return [...text.matchAll(NAMED)].map(([marker, scripts = "", at]) => {
      return { index, text, marker, scripts, at };
    });
  });
  const last = named.at(-1);
  if (!last) return { script: "text", step: 0, at: "", prompt: "" };
  const turn = named.filter(({ marker }) => marker === last.marker).length - 1;
  const scripts = last.scripts.split(" then ");
  return {
    script: scripts[Math.min(turn, scripts.length - 1)] ?? "text",
    step: messages.slice(last.index + 1).filter(({ role }) => role === "assistant").length,
    at: last.at ?? "",
    prompt: last.text,
  };
}

function textOf(message: Message): string {
  if (typeof message.content === "string") return message.content;
  return message.content.map((block) => block.text ?? "").join("\n");
}
