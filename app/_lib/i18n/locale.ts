export const locales = ["en", "fr"] as const;
export type Locale = (typeof locales)[number];

export const localeCookie = "signalbox-locale";

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value);
}

/** The person's choice, else the first language of the browser that we speak, else English. */
export function pickLocale(chosen: string | undefined, acceptLanguage: string | null): Locale {
  if (isLocale(chosen)) return chosen;
  const wishes = (acceptLanguage ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().split(";");
      const quality = parameters.find((parameter) => parameter.trim().startsWith("q="));
      return {
        language: tag.slice(0, 2).toLowerCase(),
        weight: quality ? Number(quality.trim().slice(2)) : 1,
      };
    })
    .filter((wish) => wish.weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  for (const { language } of wishes) if (isLocale(language)) return language;
  return "en";
}
