import { expect, it } from "vitest";
import { handleOf } from "./handle-of.ts";
import { safeNext, secretInHash } from "./login-target.ts";

it("reads the token behind the hash", () => {
  expect(secretInHash("#token=sbl_abc%2Bd")).toEqual({ kind: "token", secret: "sbl_abc+d" });
  expect(secretInHash("#invitation=abc")).toEqual({ kind: "invitation", secret: "abc" });
  expect(secretInHash("")).toBeNull();
  expect(secretInHash("#token=")).toBeNull();
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

it("makes a name to sign in with from any name", () => {
  expect(["Ada Lovelace", "  Élodie  Durand ", "O’Brien", "李", "-x-"].map(handleOf)).toEqual([
    "ada-lovelace",
    "elodie-durand",
    "o-brien",
    "",
    "x",
  ]);
});
