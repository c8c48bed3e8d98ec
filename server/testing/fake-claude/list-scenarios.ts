/** What `signalbox fake-claude` says about itself, for people and for programs. */
import { scenarios } from "./scenarios/registry.ts";

const USAGE = `Usage: signalbox fake-claude --list [--json]
       signalbox fake-claude SCENARIO [arguments of the claude CLI]

Without arguments a scenario is played once in a throw-away folder, its protocol on stdout.`;

export function listScenarios(isJson: boolean): string {
  const list = [...scenarios.values()].map(({ name, about, shows, outcome, lasts }) => ({
    name,
    about,
    shows,
    outcome,
    lasts: lasts ?? "seconds",
  }));
  if (isJson) return JSON.stringify(list);
  const [nameWidth, outcomeWidth] = [
    Math.max(...list.map(({ name }) => name.length)),
    Math.max(...list.map(({ outcome }) => outcome.length)),
  ];
  const lines = list.flatMap(({ name, about, shows, outcome, lasts }) => {
    const time = lasts === "seconds" ? "" : ` (lasts ${lasts === "forever" ? "for ever" : lasts})`;
    return [
      `${name.padEnd(nameWidth)}  ${outcome.padEnd(outcomeWidth)}  ${about}${time}`,
      `${" ".repeat(nameWidth + outcomeWidth + 4)}${shows}`,
    ];
  });
  return [...lines, "", `${list.length} scenarios. ${USAGE}`].join("\n");
}

/** `scenario: expected …, found …`, with how it is used. */
export function explainUsage(found: string | undefined): string {
  const what = found === undefined ? "no scenario" : `"${found}"`;
  return `scenario: expected a name from --list, found ${what}\n\n${USAGE}`;
}
