import { describe, expect, it } from "vitest";
import { readReaderLocale } from "./reader-locale.ts";

describe("readReaderLocale", () => {
  it.each([
    [{}, "en"],
    [{ "accept-language": "fr-CA,fr;q=0.9,en;q=0.8" }, "fr"],
    [{ "accept-language": "de,en;q=0.3,fr;q=0.7" }, "fr"],
    [{ "accept-language": "fr;q=0,en" }, "en"],
    [{ "accept-language": "de" }, "en"],
    [{ "accept-language": "fr", cookie: "theme=dark; signalbox-locale=en" }, "en"],
    [{ cookie: "signalbox-locale=fr" }, "fr"],
    [{ cookie: "signalbox-locale=french" }, "en"],
  ])("reads %j as %s", (headers, locale) => {
    expect(readReaderLocale(new Headers(headers as Record<string, string>))).toBe(locale);
  });
});
