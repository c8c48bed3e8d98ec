"use client";
import type { ReactNode } from "react";
import { isLoginExpired } from "#app/_lib/api-error.ts";
import { useUndoKey } from "#app/_components/use-undo-key.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { LiveProvider } from "#app/_lib/live-provider.tsx";
import { useMe } from "#app/_lib/queries.ts";
import { Bar } from "./bar.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { LoginExpired } from "./login-expired.tsx";
import { ShellDialogsProvider } from "./shell-dialogs.tsx";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";
import { TabTitle } from "./tab-title.tsx";
import { TroubleStrip } from "./trouble-strip.tsx";
import { useGoKeys } from "./use-go-keys.ts";
import { shellWords } from "./words.ts";

/** Bar, strip and what belongs to every page. Nothing below it is asked for before a person is known. */
export function Shell({ children }: { children: ReactNode }) {
  const me = useMe();
  if (me.data === undefined && isLoginExpired(me.error)) return <LoginExpired isFirst />;
  return (
    <ShellDialogsProvider>
      <LiveProvider>
        <Frame>{children}</Frame>
        {isLoginExpired(me.error) ? <LoginExpired isFirst={false} /> : null}
      </LiveProvider>
    </ShellDialogsProvider>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const t = useT(shellWords);
  useGoKeys();
  useUndoKey();
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:rounded focus:bg-raised focus:p-2"
      >
        {t("skip")}
      </a>
      <Bar />
      <TroubleStrip />
      <main
        id="content"
        tabIndex={-1}
        className="relative min-h-0 flex-1 overflow-auto outline-none"
      >
        {children}
      </main>
      <CommandPalette />
      <ShortcutsDialog />
      <TabTitle />
    </div>
  );
}
