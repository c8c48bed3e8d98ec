"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Bot, Kanban, List, Workflow, type LucideIcon } from "lucide-react";
import { cn } from "#app/_components/class-names.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { shellWords } from "./words.ts";

interface Page {
  key: "board" | "agents" | "automations" | "runs";
  href: string;
  icon: LucideIcon;
  isHere: boolean;
}

function pagesOf(slug: string | null, pathname: string): Page[] {
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
  ];
}

export function BarNav({ slug }: { slug: string | null }) {
  const t = useT(shellWords);
  const pathname = usePathname();
  return (
    <nav aria-label={t("mainNav")} className="flex items-center md:ml-1">
      {pagesOf(slug, pathname).map(({ key, href, icon: Icon, isHere }) => (
        <Link
          key={key}
          href={href}
          aria-current={isHere ? "page" : undefined}
          title={t(key)}
          className={cn(
            "flex h-7 items-center gap-1.5 rounded px-1.5 font-medium text-muted hover:bg-hover hover:text-ink sm:px-2",
            isHere && "bg-hover text-ink",
          )}
        >
          <Icon size={15} aria-hidden className="lg:hidden" />
          <span className="sr-only lg:not-sr-only">{t(key)}</span>
        </Link>
      ))}
    </nav>
  );
}
