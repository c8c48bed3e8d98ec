/** The language of sentences that the server writes for whoever asks. */
export type ReaderLocale = "en" | "fr";

/** The cookie that the pages keep a person's choice in. */
const localeCookie = /(?:^|;\s*)signalbox-locale=(en|fr)(?:;|$)/;

/** The person's choice, else the first language of the browser that we speak, else English. */
export function readReaderLocale(headers: Headers): ReaderLocale {
  const chosen = localeCookie.exec(headers.get("cookie") ?? "")?.[1];
  if (chosen === "en" || chosen === "fr") return chosen;
  const wishes = (headers.get("accept-language") ?? "")
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
  const known = wishes.find((wish) => wish.language === "en" || wish.language === "fr");
  return known?.language === "fr" ? "fr" : "en";
}
