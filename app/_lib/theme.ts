export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = "signalbox-theme";

export function pickTheme(chosen: string | undefined): Theme {
  return themes.find((theme) => theme === chosen) ?? "system";
}

export function currentTheme(): Theme {
  return pickTheme(document.documentElement.dataset.theme);
}

/** Switches at once and remembers it in this browser; the server reads the cookie, so nothing flashes. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=31536000; samesite=strict`;
}
