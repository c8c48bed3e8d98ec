import type { UserMessage } from "./input.ts";
import type { TurnContext } from "./turn-context.ts";

/** Echo of a message at the moment it is consumed. */
export function replay(context: Pick<TurnContext, "args" | "output">, message: UserMessage): void {
  const { args, output } = context;
  if (message.uuid !== null) {
    const state = { type: "command_lifecycle", command_uuid: message.uuid };
    output.emit({ ...state, state: "started" });
  }
  if (!args.isReplaying) return;
  output.raw(
    `${JSON.stringify({
      type: "user",
      message: { role: "user", content: message.text },
      parent_tool_use_id: null,
      isReplay: true,
      session_id: output.sessionId,
      uuid: message.uuid,
    })}\n`,
  );
}
