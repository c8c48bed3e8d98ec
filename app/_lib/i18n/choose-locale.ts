import { localeCookie, type Locale } from "./locale.ts";

/** Remembers the language in this browser and draws the page anew in it. */
export function chooseLocale(locale: Locale): void {
  document.cookie = `${localeCookie}=${locale}; path=/; max-age=31536000; samesite=strict`;
  window.location.reload();
}
