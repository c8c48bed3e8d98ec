import { Bot, ChartColumn, Kanban, List, Workflow, type LucideIcon } from "lucide-react";

export interface Page {
  key: "board" | "agents" | "automations" | "runs" | "costs";
  href: string;
  icon: LucideIcon;
  isHere: boolean;
}

/** The pages of the bar; on a phone they are in the project menu. */
export function pagesOf(slug: string | null, pathname: string): Page[] {
  const root = slug === null ? null : `/p/${encodeURIComponent(slug)}`;
  const ofProject = (
    root === null
      ? []
      : [
          {
            key: "board",
            href: root,
            icon: Kanban,
            isHere: pathname === root || pathname.startsWith(`${root}/t/`),
          },
          {
            key: "agents",
            href: `${root}/agents`,
            icon: Bot,
            isHere: pathname.startsWith(`${root}/agents`),
          },
          {
            key: "automations",
            href: `${root}/automations`,
            icon: Workflow,
            isHere: pathname.startsWith(`${root}/automations`),
          },
        ]
  ) satisfies Page[];
  return [
    ...ofProject,
    { key: "runs", href: "/runs", icon: List, isHere: pathname.startsWith("/runs") },
    { key: "costs", href: "/costs", icon: ChartColumn, isHere: pathname.startsWith("/costs") },
  ];
}
