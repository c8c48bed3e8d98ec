import { beforeAll, describe, expect, it } from "vitest";
import { seal, unseal } from "./seal.ts";

beforeAll(() => {
  process.env["SIGNALBOX_SEAL_KEY"] = "k".repeat(43);
});

describe("seal", () => {
  it("gives back what was sealed, whatever its characters", () => {
    const value = { kind: "person", name: "Zoë 🚂", n: 1, list: [null, true] };
    expect(unseal(seal(value))).toEqual(value);
  });

  it("makes text that fits a header", () => {
    expect(seal({ name: "é\r\nSet-Cookie: x" })).toMatch(/^[\w-]+\.[\w-]+$/);
  });

  it("refuses a changed body, a changed signature, and no signature", () => {
    const sealed = seal({ slug: "ada" });
    const [body, signature] = sealed.split(".") as [string, string];
    const other = Buffer.from(JSON.stringify({ slug: "owner" })).toString("base64url");
    expect(unseal(`${other}.${signature}`)).toBeNull();
    expect(unseal(`${body}.${signature.slice(0, -2)}AA`)).toBeNull();
    expect(unseal(`${body}.`)).toBeNull();
    expect(unseal(body)).toBeNull();
    expect(unseal("")).toBeNull();
  });

  it("refuses what another key sealed", () => {
    const sealed = seal({ slug: "ada" });
    process.env["SIGNALBOX_SEAL_KEY"] = "o".repeat(43);
    expect(unseal(sealed)).toBeNull();
    process.env["SIGNALBOX_SEAL_KEY"] = "k".repeat(43);
  });
});
