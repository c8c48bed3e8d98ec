import AxeBuilder from "@axe-core/playwright";
import { everyPage } from "./support/every-page.ts";
import { createTicket, expect, runInState, test } from "./support/fixtures.ts";

/** What stands in the way of people who read with a keyboard or a screen reader. */
const blocking = new Set(["serious", "critical"]);

const looks = (["light", "dark"] as const).flatMap((colorScheme) =>
  [360, 1280, 2560].map((width) => ({ colorScheme, width })),
);

for (const { colorScheme, width } of looks) {
  test(`no page has a serious accessibility fault in the ${colorScheme} theme at ${width} px`, async ({
    page,
    board,
    product,
  }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
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
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations
        .filter(({ impact }) => blocking.has(impact ?? ""))
        .flatMap(({ id, nodes }) =>
          nodes.map((node) => `${path} ${id}: ${node.html.slice(0, 160)}`),
        );
      expect(found).toEqual([]);
    }
  });
}
