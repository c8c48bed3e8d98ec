"use client";
import { ListChecks } from "lucide-react";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import type { TodoItem } from "../transcript/row.ts";
import { inputText } from "../transcript/tool-kind.ts";
import { toolWords } from "./words.ts";
import { GenericRow } from "./generic.tsx";
import { TodoList } from "./todo-list.tsx";
import { ToolLine } from "./tool-line.tsx";
import type { ToolRenderer } from "./tool-renderer.ts";

const states = ["pending", "in_progress", "completed"] as const;

function todoItems(input: unknown): TodoItem[] | null {
  const list: unknown =
    typeof input === "object" && input !== null ? Reflect.get(input, "todos") : null;
  if (!Array.isArray(list)) return null;
  return list.map((entry: unknown) => {
    const found = inputText(entry, "status");
    return {
      text: inputText(entry, "content", "text") ?? "",
      state: states.find((state) => state === found) ?? "pending",
    };
  });
}

export const TodoRow: ToolRenderer = ({ row }) => {
  const t = useT(toolWords);
  const items = todoItems(row.input);
  if (items === null) return <GenericRow row={row} />;
  const done = items.filter((item) => item.state === "completed").length;
  return (
    <ToolLine
      row={row}
      icon={<ListChecks size={14} aria-hidden />}
      label={t("tool.TodoWrite")}
      meta={`${done}/${items.length}`}
    >
      <TodoList items={items} />
    </ToolLine>
  );
};
