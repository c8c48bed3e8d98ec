import { describe, expect, it } from "vitest";
import { auditDetails } from "./audit-details.ts";
import { browserName } from "./browser-name.ts";
import { isPersonalLogin } from "./personal-login.ts";

describe("the payer", () => {
  const login = { loggedIn: true, authMethod: "claude.ai", keyEnd: null, subscription: null };

  it("is a person's own where the CLI is logged in with a subscription of one", () => {
    expect(isPersonalLogin(login)).toBe(true);
    expect(isPersonalLogin({ ...login, subscription: "max" })).toBe(true);
    expect(isPersonalLogin({ ...login, authMethod: "api_key" })).toBe(false);
    expect(isPersonalLogin({ ...login, subscription: "team" })).toBe(false);
    expect(isPersonalLogin({ ...login, keyEnd: "a1b2" })).toBe(false);
    expect(isPersonalLogin({ ...login, loggedIn: false })).toBe(false);
  });
});

describe("the details of a row", () => {
  it("are its fields in short, without what only machines read", () => {
    const id = "8c5d8873-c16f-4be1-bd1f-0123456789ab";
    expect(
      auditDetails({ person: "mina", invitation: id, projects: ["shop", "site"], removed: [] }),
    ).toBe("person: mina · projects: shop, site");
    expect(auditDetails({ changes: [{ field: "status" }], isMaintainer: false })).toBe(
      'changes: {"field":"status"} · isMaintainer: false',
    );
    expect(auditDetails({ text: "x".repeat(400) })).toHaveLength(160);
    expect(auditDetails({ nothing: null })).toBe("");
  });
});

describe("a browser", () => {
  it("is named by what it says of itself, the most particular name first", () => {
    const mozilla = "Mozilla/5.0 (X11; Linux x86_64)";
    const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
    expect(browserName(`${mozilla} ${webkit} Chrome/140.0.0.0 Safari/537.36`)).toBe(
      "Chrome, Linux",
    );
    expect(
      browserName(
        `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`,
      ),
    ).toBe("Edge, Windows");
    expect(
      browserName(
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
      ),
    ).toBe("Safari, iPhone");
    expect(
      browserName("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"),
    ).toBe("Firefox, Linux");
    expect(browserName("curl/8.5.0")).toBe("curl/8.5.0");
    expect(browserName(null)).toBeNull();
    expect(browserName("")).toBeNull();
  });
});
