import { expect, it } from "vitest";
import { dispatchRule, readConfig } from "../testing/board.ts";
import { outsideWarnings } from "./action-warnings.ts";

const warnings = (action: object, facts: { allowScripts?: boolean; allowedHosts?: string[] }) =>
  outsideWarnings(readConfig([{ ...dispatchRule, actions: [action] }]), {
    allowScripts: false,
    allowedHosts: [],
    ...facts,
  }).map(({ message }) => message);
const call = (url: string) => ({ type: "httpRequest", url });

it.each(["runCommand", "executePowerShell"])("says that %s is not allowed here", (type) => {
  const action = { type, command: "make", script: "x" };
  expect(warnings(action, {})).toEqual([
    `not allowed: this machine runs no programs for rules, so ${type} will fail`,
  ]);
  expect(warnings(action, { allowScripts: true })).toEqual([]);
});

it("says that a host is not on the list", () => {
  const message = (host: string) =>
    `not allowed: ${host} is not on the project's list of hosts, so this call will fail`;
  expect(warnings(call("https://api.example.com/x"), {})).toEqual([message("api.example.com")]);
  expect(
    warnings(call("http://api.example.com:8080/"), { allowedHosts: ["api.example.com"] }),
  ).toEqual([message("api.example.com:8080")]);
  for (const entry of ["api.example.com", "API.example.com:443"]) {
    expect(warnings(call("https://api.example.com/x"), { allowedHosts: [entry] })).toEqual([]);
  }
});
