"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "#app/_components/class-names.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { pagesOf } from "./pages-of.ts";
import { shellWords } from "./words.ts";

export function BarNav({ slug }: { slug: string | null }) {
  const t = useT(shellWords);
  const pathname = usePathname();
  return (
    <nav aria-label={t("mainNav")} className="hidden items-center sm:flex md:ml-1">
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
