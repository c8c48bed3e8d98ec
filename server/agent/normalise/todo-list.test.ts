import { describe, expect, it } from "vitest";
import { createNormaliser } from "../normalise.ts";

/** Lines as CLI 2.1.332 writes them, fields cut. */
const call = (id: string, name: string, input: object, parent: string | null = null) => ({
  type: "assistant",
  message: { id: `msg_${id}`, content: [{ type: "tool_use", id, name, input }] },
  parent_tool_use_id: parent,
});
const answer = (id: string, content: string, structured: unknown, isError = false) => ({
  type: "user",
  message: {
    role: "user",
    content: [{ tool_use_id: id, type: "tool_result", content, is_error: isError }],
  },
  parent_tool_use_id: null,
  tool_use_result: structured,
});
const created = (id: string, taskId: string, subject: string) =>
  answer(id, `Task #${taskId} created successfully: ${subject}`, { task: { id: taskId, subject } });
const updated = (id: string, taskId: string, isOk = true) =>
  answer(id, `Updated task #${taskId} status`, { success: isOk, taskId });

function play(lines: object[], normaliser = createNormaliser()) {
  return lines
    .flatMap((line) => normaliser.push(JSON.stringify(line)).events)
    .flatMap((event) => (event.kind === "todo" ? [event.payload.items] : []));
}

const twoTasks = [
  call("t1", "TaskCreate", { subject: "Write it", activeForm: "Writing it", description: "Code" }),
  created("t1", "1", "Write it"),
  call("t2", "TaskCreate", { subject: "Test it", description: "Tests" }),
  created("t2", "2", "Test it"),
];

describe("the agent's list of steps", () => {
  it("is put together from the calls that change it", () => {
    const lists = play([
      ...twoTasks,
      call("t3", "TaskUpdate", { taskId: "1", status: "completed" }),
      updated("t3", "1"),
      call("t4", "TaskUpdate", { taskId: "2", status: "in_progress", subject: "Test it well" }),
      updated("t4", "2"),
    ]);
    expect(lists).toHaveLength(4);
    expect(lists.at(-1)).toEqual([
      { id: "1", text: "Write it", state: "completed" },
      { id: "2", text: "Test it well", state: "in_progress" },
    ]);
  });

  it("loses a step that was deleted", () => {
    const lists = play([
      ...twoTasks,
      call("t3", "TaskUpdate", { taskId: "1", status: "deleted" }),
      answer("t3", "Updated task #1 deleted", { success: true, taskId: "1" }),
    ]);
    expect(lists.at(-1)).toEqual([{ id: "2", text: "Test it", state: "pending" }]);
  });

  it("stays as it is when a change was refused or speaks of a step nobody knows", () => {
    const lists = play([
      ...twoTasks,
      call("t3", "TaskUpdate", { taskId: "9", status: "completed" }),
      updated("t3", "9"),
      call("t4", "TaskUpdate", { taskId: "1", status: "completed" }),
      updated("t4", "1", false),
      call("t5", "TaskUpdate", { taskId: "1", status: "completed" }),
      answer("t5", "No.", null, true),
      call("t6", "TaskList", {}),
      answer("t6", "#1 [pending] Write it", { tasks: [] }),
    ]);
    expect(lists).toHaveLength(2);
  });

  it("goes on with what an earlier process of the conversation left", () => {
    const normaliser = createNormaliser();
    normaliser.knowTodo([
      { id: "1", text: "Write it", state: "completed" },
      { text: "of another kind", state: "pending" },
      { id: "2", text: "Test it", state: "pending" },
    ]);
    const lists = play(
      [call("t1", "TaskUpdate", { taskId: "2", status: "completed" }), updated("t1", "2")],
      normaliser,
    );
    expect(lists).toEqual([
      [
        { id: "1", text: "Write it", state: "completed" },
        { id: "2", text: "Test it", state: "completed" },
      ],
    ]);
  });
});
