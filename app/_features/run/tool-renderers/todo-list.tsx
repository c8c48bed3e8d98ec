import { Square, SquareCheck, SquareDot } from "lucide-react";
import { cn } from "#app/_components/class-names.ts";
import type { TodoItem } from "../transcript/row.ts";

const icons = { pending: Square, in_progress: SquareDot, completed: SquareCheck } as const;

export function TodoList({ items }: { items: readonly TodoItem[] }) {
  return (
    <ul className="flex flex-col gap-0.5">
      {items.map((item, index) => {
        const Icon = icons[item.state];
        return (
          <li
            key={index}
            className={cn("flex items-start gap-1.5", item.state === "completed" && "text-muted")}
          >
            <Icon
              size={14}
              className={cn("mt-0.5 shrink-0", item.state === "in_progress" && "text-blue")}
              aria-hidden
            />
            <span className={cn("min-w-0", item.state === "in_progress" && "font-medium")}>
              {item.text}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
