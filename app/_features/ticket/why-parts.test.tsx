import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { GateSpan, WhyAnswer } from "#server/contracts/why.ts";
import { gateCodes } from "#server/contracts/words.ts";
import { causeSentence } from "#server/core/dispatch/cause.ts";
import { moveSentence } from "#server/core/dispatch/past.ts";
import { GateTable } from "#app/_components/gate-table.tsx";
import { LocaleProvider } from "#app/_lib/i18n/locale-context.tsx";
import { WhyHistory } from "./why-history.tsx";
import { WhyPast } from "./why-past.tsx";

const span = (code: GateSpan["code"], until: string | null, automationId = "code"): GateSpan => ({
  automationId,
  automationName: automationId,
  code,
  from: "2026-03-01T14:02:00.000Z",
  until,
  count: 3,
});

describe("the history of gates", () => {
  const until = "2026-03-01T14:20:00.000Z";

  it("names every gate by what it did, and its code", () => {
    const html = renderToStaticMarkup(
      <WhyHistory history={[span("BUDGET_REACHED", null), span("GROUP_BUSY", until)]} />,
    );
    expect(html).toMatch(/since .*Budget reached.*BUDGET_REACHED.*to .*Group busy.*GROUP_BUSY/);
    expect(html).not.toContain("for code");
  });

  it("names the rules where there are several, in French too", () => {
    const html = renderToStaticMarkup(
      <LocaleProvider locale="fr">
        <WhyHistory history={[span("GROUP_BUSY", until), span("BLOCKED", until, "docs")]} />
      </LocaleProvider>,
    );
    expect(html).toContain("Groupe occupé");
    expect(html).toContain("pour docs");
  });
});

it("what happened leads to the rule and to the run", () => {
  const past: WhyAnswer["past"] = [
    {
      at: "2026-03-01T14:00:00.000Z",
      kind: "started",
      runId: "r1",
      agent: "programmer",
      actor: "Ada",
      rule: "dispatch",
      ruleId: "code",
      sentence: causeSentence({
        cause: "manual",
        actor: "Ada",
        rule: "dispatch",
        resumesRun: null,
      }),
      outcome: "completed",
    },
    {
      at: "2026-03-01T13:59:00.000Z",
      kind: "moved",
      runId: null,
      agent: null,
      actor: "Ada",
      rule: null,
      ruleId: null,
      sentence: moveSentence({ actor: "Ada", actorKind: "person", from: "Backlog", to: "Todo" }),
      outcome: null,
    },
  ];
  const html = renderToStaticMarkup(<WhyPast slug="web shop" number={41} past={past} />);
  expect(html).toContain('href="/p/web%20shop/automations#rule-code"');
  expect(html).toContain('href="/p/web%20shop/t/41?run=r1"');
  expect(html).toContain("Ada moved it from Backlog to Todo");
});

it("the table says by words, not by colour alone, which gate holds", () => {
  const gates = gateCodes.map((code) => ({
    code,
    pass: code !== "BLOCKED",
    expected: [],
    actual: code === "BLOCKED" ? [7, 9] : null,
  }));
  const html = renderToStaticMarkup(<GateTable gates={gates} label="Checks of dispatch" />);
  expect(html).toContain('aria-label="Checks of dispatch"');
  expect(html.match(/scope="row"/g)).toHaveLength(gateCodes.length);
  expect(html.match(/holds it/g)).toHaveLength(1);
  expect(html).toContain("7, 9");
});
