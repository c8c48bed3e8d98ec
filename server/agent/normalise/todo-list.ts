/**
 * The agent's own list of steps. Older CLIs write the whole list with one `TodoWrite`; 2.1.332 keeps it
 * itself and changes it with `TaskCreate` and `TaskUpdate`, so the list is put together here.
 */
import type { RunEventPayload } from "#server/contracts/run-event.ts";
import { cutText } from "../sanitise.ts";
import { asList, asRecord, textOf } from "./fields.ts";

export type TodoItem = RunEventPayload<"todo">["items"][number];

const MAX_ITEMS = 500;
const MAX_ITEM_CHARS = 2_000;

export type TodoList = {
  /** Begins with what an earlier process of the conversation left; items without an id cannot change. */
  know(items: TodoItem[]): void;
  /** A call began: the whole list, where the call carries it. */
  callStarted(call: { callId: string; tool: string; input: unknown }): TodoItem[] | null;
  /** A call ended: the list where it changed. `answer` is the CLI's structured `tool_use_result`. */
  callEnded(callId: string, answer: unknown, isError: boolean): TodoItem[] | null;
};

export function createTodoList(): TodoList {
  const items = new Map<string, { text: string; state: TodoItem["state"] }>();
  const asked = new Map<string, { tool: string; input: unknown }>();
  const list = (): TodoItem[] => [...items].map(([id, item]) => ({ id, ...item }));

  return {
    know(known) {
      for (const { id, text, state } of known) {
        if (id !== undefined) items.set(id, { text, state });
      }
    },
    callStarted({ callId, tool, input }) {
      if (tool === "TodoWrite") return readWholeList(input);
      if (tool !== "TaskCreate" && tool !== "TaskUpdate") return null;
      if (asked.size >= MAX_ITEMS) asked.clear();
      asked.set(callId, { tool, input });
      return null;
    },
    callEnded(callId, answer, isError) {
      const call = asked.get(callId);
      asked.delete(callId);
      if (!call || isError) return null;
      const input = asRecord(call.input) ?? {};
      if (call.tool === "TaskCreate") {
        const task = asRecord(asRecord(answer)?.["task"]) ?? {};
        const id = textOf(task["id"]);
        const text = cutText(textOf(task["subject"]) || textOf(input["subject"]), MAX_ITEM_CHARS);
        if (id === "" || text === "" || items.size >= MAX_ITEMS) return null;
        items.set(id, { text, state: "pending" });
        return list();
      }
      const id = textOf(input["taskId"]);
      const known = items.get(id);
      if (!known || asRecord(answer)?.["success"] === false) return null;
      if (input["status"] === "deleted") items.delete(id);
      else {
        const text = cutText(textOf(input["subject"]), MAX_ITEM_CHARS) || known.text;
        items.set(id, { text, state: readState(input["status"]) ?? known.state });
      }
      return list();
    },
  };
}

function readWholeList(input: unknown): TodoItem[] | null {
  const todos = asRecord(input)?.["todos"];
  if (!Array.isArray(todos)) return null;
  return asList(todos).flatMap((item): TodoItem[] => {
    const todo = asRecord(item);
    const text = textOf(todo?.["content"]);
    return text === "" ? [] : [{ text, state: readState(todo?.["status"]) ?? "pending" }];
  });
}

function readState(status: unknown): TodoItem["state"] | null {
  return status === "pending" || status === "in_progress" || status === "completed" ? status : null;
}
