import { expect, it } from "vitest";
import { eventHref, pathInRun } from "./places.ts";

it("names a file as the run's changes do", () => {
  expect(pathInRun("/srv/web", "/srv/web/server/cart.ts")).toBe("server/cart.ts");
  expect(pathInRun("/srv/web/", "/srv/web/cart.ts")).toBe("cart.ts");
  expect(pathInRun("/srv/web", "./cart.ts")).toBe("cart.ts");
  expect(pathInRun("/srv/web", "/srv/website/cart.ts")).toBe("/srv/website/cart.ts");
});

it("gives an event of a run an address on its ticket", () => {
  expect(eventHref("web", 12, "01a2b3", 45)).toBe("/p/web/t/12#run-01a2b3-event-45");
});
