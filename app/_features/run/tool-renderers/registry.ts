import type { ToolKind } from "../transcript/tool-kind.ts";
import { BashRow } from "./bash.tsx";
import { EditRow } from "./edit.tsx";
import { GenericRow } from "./generic.tsx";
import { PlanRow } from "./plan.tsx";
import { QuestionRow } from "./question.tsx";
import { ReadRow } from "./read.tsx";
import { TaskRow } from "./task.tsx";
import { TodoRow } from "./todo.tsx";
import type { ToolRenderer } from "./tool-renderer.ts";
import { WebRow } from "./web.tsx";

/** A new tool renderer is one file here and one line in this table (names to kinds: tool-kind.ts). */
export const toolRenderers = {
  read: ReadRow,
  edit: EditRow,
  command: BashRow,
  web: WebRow,
  todo: TodoRow,
  agent: TaskRow,
  ask: QuestionRow,
  plan: PlanRow,
  other: GenericRow,
} as const satisfies Record<ToolKind, ToolRenderer>;
