import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { SettingsDifference } from "#server/contracts/project.ts";
import { LocaleProvider } from "#app/_lib/i18n/locale-context.tsx";
import { SettingsFiles } from "./settings-files.tsx";

const files: SettingsDifference["files"] = [
  { path: ".claude/settings.json", change: "changed", text: "<b>hooks</b>", isCut: true },
  { path: ".mcp.json", change: "new", text: null, isCut: false },
  { path: "hook.sh", change: "removed", text: null, isCut: false },
];
const render = (locale: "en" | "fr", shown = files) =>
  renderToStaticMarkup(
    <LocaleProvider locale={locale}>
      <SettingsFiles files={shown} />
    </LocaleProvider>,
  );

it("every file is named with what happened to it and its text, which stays text", () => {
  const html = render("en");
  for (const { path } of files) expect(html).toContain(`data-settings-file="${path}"`);
  expect(html).toMatch(/settings\.json.*changed.*&lt;b&gt;hooks.*Only the beginning is shown/s);
  expect(html).toMatch(/\.mcp\.json.*new.*cannot be shown here/s);
  expect(html.match(/cannot be shown/g)).toHaveLength(1);
});

it("French readers read French, and nothing left is said", () => {
  expect(render("fr")).toMatch(/modifié.*nouveau.*supprimé/s);
  expect(render("en", [])).toContain("Nothing differs any more");
});
