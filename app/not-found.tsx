"use client";
import Link from "next/link";
import { Button } from "./_components/button.tsx";
import { EmptyState } from "./_components/empty-state.tsx";
import { useT } from "./_lib/i18n/locale-context.tsx";
import { pageWords } from "./_lib/i18n/page-words.ts";

export default function NotFound() {
  const t = useT(pageWords);
  return (
    <main className="mx-auto max-w-160 pt-[16vh]">
      <EmptyState
        title={t("notFound.title")}
        action={
          <Button asChild look="filled">
            <Link href="/">{t("home")}</Link>
          </Button>
        }
      >
        {t("notFound.text")}
      </EmptyState>
    </main>
  );
}
