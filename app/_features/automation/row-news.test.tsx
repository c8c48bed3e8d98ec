import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { say } from "#server/core/dispatch/sentence.ts";
import { LocaleProvider } from "#app/_lib/i18n/locale-context.tsx";
import { RowNews } from "./row-news.tsx";
import type { RowNewsProps } from "./row-news.tsx";

const at = "2026-03-01T14:00:00.000Z";
const quiet: RowNewsProps["row"] = { id: "nightly", problem: null, notice: null, owed: null };
const render = (row: Partial<RowNewsProps["row"]>, locale: "en" | "fr" = "en") =>
  renderToStaticMarkup(
    <LocaleProvider locale={locale}>
      <RowNews row={{ ...quiet, ...row }} onTryAgain={() => undefined} />
    </LocaleProvider>,
  );
const spent = say("gate.RETRIES_SPENT.rule", { rule: "nightly", agent: "tester", failures: 5 });

it("a rule with no news says nothing", () => {
  expect(render({})).toBe("");
});

it("a look that failed is told with its reason, in both languages", () => {
  const problem = { text: "git: fatal: bad object", at };
  expect(render({ problem })).toMatch(/Its last look failed, .*: git: fatal: bad object/);
  expect(render({ problem }, "fr")).toMatch(/Sa dernière lecture a échoué, .*git: fatal/);
});

it("a new beginning is told in the reader's language", () => {
  const sentence = say("notice.history_restarted", { before: "abababab", now: "cdcdcdcd" });
  expect(render({ notice: { sentence, at } })).toContain("going on from cdcdcdcd");
  expect(render({ notice: { sentence, at } }, "fr")).toContain("on repart de cdcdcdcd");
});

it("what it owes waits for a reason, and only failed runs can be tried again", () => {
  const owed = { since: at, code: "RETRIES_SPENT" as const, sentence: spent, canTryAgain: true };
  expect(render({ owed })).toMatch(/Owed since .*, waits: tester failed 5 times.*Try again/);
  expect(render({ owed: { ...owed, canTryAgain: false } })).not.toContain("Try again");
  const next = render({ owed: { since: at, code: null, sentence: null, canTryAgain: false } });
  expect(next).toContain("Owed since");
  expect(next).not.toContain("waits");
});
