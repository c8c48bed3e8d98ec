import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  headerValues,
  isAllowedOrigin,
  judgeHost,
  listAllowedAddresses,
} from "./allowed-addresses.ts";

const addresses = listAllowedAddresses({
  port: 4400,
  allowedHosts: ["board.lan"],
  publicUrl: "https://board.example:8443",
});
const own = [
  "127.0.0.1:4400",
  "localhost:4400",
  "[::1]:4400",
  "board.lan",
  "board.lan:4400",
  "board.example:8443",
];

describe("judgeHost", () => {
  it("knows exactly its own addresses", () => {
    expect(own.map((host) => judgeHost(addresses, [host]))).toEqual(own.map(() => "allowed"));
    expect([...addresses.hosts].sort()).toEqual([...own].sort());
  });

  it("never takes a value that is not on the list, and never throws (10 000 values)", () => {
    const nearMiss = fc
      .tuple(fc.constantFrom(...own), fc.nat(30), fc.string({ maxLength: 3, unit: "binary" }))
      .map(([host, at, text]) => host.slice(0, at) + text + host.slice(at));
    const values = fc.array(
      fc.oneof(nearMiss, fc.string({ unit: "binary" }), fc.domain(), fc.constantFrom(...own)),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(values, (hosts) => {
        const isOwn = hosts.length === 1 && own.includes(hosts[0]?.toLowerCase() ?? "");
        expect(judgeHost(addresses, hosts) === "allowed").toBe(isOwn);
      }),
      { numRuns: 10_000 },
    );
  });
});

describe("isAllowedOrigin", () => {
  it("knows the origins of loopback, the named hosts and the public address", () => {
    const good = [
      "http://127.0.0.1:4400",
      "http://localhost:4400",
      "http://[::1]:4400",
      "http://board.lan:4400",
      "https://board.lan",
      "https://board.example:8443",
    ];
    for (const origin of good)
      expect([origin, isAllowedOrigin(addresses, [origin])]).toEqual([origin, true]);
  });

  it("refuses everything else, also a doubled header", () => {
    const bad = [
      "null",
      "",
      "http://localhost",
      "https://localhost:4400",
      "http://board.example:8443",
      "https://board.example",
      "http://127.0.0.1:4401",
      "file://",
    ];
    for (const origin of bad)
      expect([origin, isAllowedOrigin(addresses, [origin])]).toEqual([origin, false]);
    expect(isAllowedOrigin(addresses, ["http://localhost:4400", "http://localhost:4400"])).toBe(
      false,
    );
    expect(isAllowedOrigin(addresses, [])).toBe(false);
  });
});

describe("headerValues", () => {
  it("keeps every value of a repeated header, whatever its case", () => {
    expect(headerValues(["Host", "a", "X", "y", "hOST", "b"], "host")).toEqual(["a", "b"]);
  });
});
