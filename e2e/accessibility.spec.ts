import AxeBuilder from "@axe-core/playwright";
import { everyPage } from "./support/every-page.ts";
import { createTicket, expect, runInState, settleLayout, test } from "./support/fixtures.ts";

/** What stands in the way of people who read with a keyboard or a screen reader. */
const blocking = new Set(["serious", "critical"]);

const widths = [360, 1280, 2560];

for (const colorScheme of ["light", "dark"] as const) {
  test(`no page has a serious accessibility fault in the ${colorScheme} theme at ${widths.join(", ")} px`, async ({
    page,
    board,
    product,
  }) => {
    test.setTimeout(300_000);
    // Colours on their way to others are nobody's.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { slug } = board;
    await createTicket(product, slug, {
      title: "Read me [scenario: default-success]",
      assignedTo: "programmer",
      status: "Todo",
    });
    await runInState(product, slug, 1, "ended");
    for (const path of [...everyPage(slug), "/live"]) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await settleLayout(page);
        const { violations } = await new AxeBuilder({ page })
          .setLegacyMode()
          .options({ resultTypes: ["violations"] })
          .analyze();
        const found = violations
          .filter(({ impact }) => blocking.has(impact ?? ""))
          .flatMap(({ id, nodes }) =>
            nodes.map((node) => `${path} at ${width} px, ${id}: ${node.html.slice(0, 160)}`),
          );
        expect(found).toEqual([]);
      }
    }
  });
}
