"use client";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { ShowControls } from "./show-controls.tsx";
import { ShowContent } from "./show-content.tsx";
import { showcaseWords } from "./words.ts";

const themes = ["light", "dark"] as const;

/** Every component in both themes, side by side. */
export function ComponentsPage() {
  const t = useT(showcaseWords);
  return (
    <main>
      <h1 className="px-6 py-4 text-xl font-semibold">{t("title")}</h1>
      <div className="grid lg:grid-cols-2">
        {themes.map((theme) => (
          <div key={theme} data-theme={theme} className="flex flex-col gap-6 bg-bg p-6 text-ink">
            <h2 className="text-lg font-semibold">{t(theme)}</h2>
            <ShowControls />
            <ShowContent />
          </div>
        ))}
      </div>
    </main>
  );
}
