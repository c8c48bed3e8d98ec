"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "#app/_components/button.tsx";
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from "#app/_components/menu.tsx";
import { anythingSchema, api } from "#app/_lib/api.ts";
import { chooseLocale } from "#app/_lib/i18n/choose-locale.ts";
import { locales } from "#app/_lib/i18n/locale.ts";
import { useLocale, useT } from "#app/_lib/i18n/locale-context.tsx";
import { areSingleKeysOn, switchSingleKeys } from "#app/_lib/keys.ts";
import { useMe } from "#app/_lib/queries.ts";
import { chooseTheme, currentTheme, themes, type Theme } from "#app/_lib/theme.ts";
import { useShellDialogs } from "./shell-dialogs.tsx";
import { shellWords } from "./words.ts";

const languageNames = { en: "English", fr: "Français" } as const;

function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/);
  const letters =
    parts.length > 1
      ? `${parts[0]?.[0] ?? ""}${parts.at(-1)?.[0] ?? ""}`
      : (parts[0] ?? "").slice(0, 2);
  return letters.toUpperCase();
}

async function signOut(): Promise<void> {
  await api.post("/logout", {}, anythingSchema).catch(() => null);
  window.location.assign("/login");
}

export function PersonMenu() {
  const t = useT(shellWords);
  const router = useRouter();
  const locale = useLocale();
  const { data: me } = useMe();
  const { show } = useShellDialogs();
  const [theme, setTheme] = useState<Theme>("system");
  const [hasKeys, setHasKeys] = useState(true);
  useEffect(() => {
    setTheme(currentTheme());
    setHasKeys(areSingleKeysOn());
  }, []);
  const trigger = (
    <Button
      look="ghost"
      aria-label={t("person", { name: me?.name ?? "" })}
      className="size-7 rounded-full pointer-coarse:size-9 bg-accent-tint p-0 text-sm font-semibold text-accent"
    >
      {initialsOf(me?.name ?? "")}
    </Button>
  );
  return (
    <Menu trigger={trigger} align="end">
      {me ? <MenuLabel>{`${me.name} · ${t(`role.${me.role}`)}`}</MenuLabel> : null}
      <MenuSeparator />
      <MenuLabel>{t("theme")}</MenuLabel>
      {themes.map((choice) => (
        <MenuChoice
          key={choice}
          checked={choice === theme}
          onSelect={() => {
            chooseTheme(choice);
            setTheme(choice);
          }}
        >
          {t(`theme.${choice}`)}
        </MenuChoice>
      ))}
      <MenuSeparator />
      <MenuLabel>{t("language")}</MenuLabel>
      {locales.map((choice) => (
        <MenuChoice key={choice} checked={choice === locale} onSelect={() => chooseLocale(choice)}>
          <span lang={choice}>{languageNames[choice]}</span>
        </MenuChoice>
      ))}
      <MenuSeparator />
      <MenuChoice
        checked={hasKeys}
        onSelect={(event) => {
          event.preventDefault();
          switchSingleKeys(!hasKeys);
          setHasKeys(!hasKeys);
        }}
      >
        {t("shortcutsOff")}
      </MenuChoice>
      <MenuItem onSelect={() => router.push("/settings")}>{t("ownSettings")}</MenuItem>
      <MenuItem shortcut="?" onSelect={() => show("shortcuts")}>
        {t("shortcuts")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut()}>{t("logout")}</MenuItem>
    </Menu>
  );
}
