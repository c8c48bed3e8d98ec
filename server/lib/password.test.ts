import { scryptSync } from "node:crypto";
import { expect, it } from "vitest";
import { checkPassword, hashPassword } from "./password.ts";

it("knows a password by its hash, whichever way its letters are composed, and no other one", async () => {
  const hash = await hashPassword("caf\u00e9 au lait");
  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(await checkPassword("cafe\u0301 au lait", hash)).toBe(true);
  expect(await checkPassword("cafe au lait", hash)).toBe(false);
  expect(await checkPassword("", hash)).toBe(false);
});

it("salts every hash anew", async () => {
  expect(await hashPassword("the same")).not.toBe(await hashPassword("the same"));
});

it("checks a hash with the cost it was made with", async () => {
  const salt = Buffer.from("0123456789abcdef");
  const key = scryptSync("an old one", salt, 32, { N: 1024, r: 4, p: 1 });
  const hash = `scrypt$1024$4$1$${salt.toString("base64url")}$${key.toString("base64url")}`;
  expect(await checkPassword("an old one", hash)).toBe(true);
  expect(await checkPassword("a new one", hash)).toBe(false);
});

it("is false without a hash or with one of another make", async () => {
  for (const stored of [null, "", "bcrypt$1$2$3$c2FsdA$a2V5", "scrypt$1024$4$1$c2FsdA$"]) {
    expect(await checkPassword("anything", stored)).toBe(false);
  }
});
