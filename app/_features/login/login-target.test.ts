import { expect, it } from "vitest";
import { safeNext, tokenInHash } from "./login-target.ts";

it("reads the token behind the hash", () => {
  expect(tokenInHash("#token=sbl_abc%2Bd")).toBe("sbl_abc+d");
  expect(tokenInHash("")).toBeNull();
  expect(tokenInHash("#token=")).toBeNull();
});

it("goes back only to a path of our own", () => {
  expect(safeNext("?next=%2Fp%2Fweb%2Ft%2F4")).toBe("/p/web/t/4");
  expect(
    [
      "",
      "?next=https://evil.example",
      "?next=//evil.example",
      "?next=/%5Cevil.example",
      "?next=/%09/evil.example",
    ].map(safeNext),
  ).toEqual(["/", "/", "/", "/", "/"]);
});
