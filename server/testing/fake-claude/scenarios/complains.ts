import type { Scenario } from "./scenario.ts";

export const scenario: Scenario = {
  name: "complains",
  about: "writes forty lines to stderr while it works, its token and a key among them",
  shows: "Error output as it comes, redacted, a key of several lines too.",
  outcome: "completed",
  async play(turn) {
    for (let line = 1; line <= 40; line += 1) {
      process.stderr.write(`complaint ${line}\n`);
      if (line === 20) {
        process.stderr.write(`my token is ${process.env["SIGNALBOX_TOKEN"] ?? "none"}\n`);
        process.stderr.write("-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKC\n");
        await turn.pause(500);
        process.stderr.write("AQEAwJ3fGtuk\n-----END RSA PRIVATE KEY-----\n");
      }
      await turn.pause(1_500);
    }
    await turn.say("Nobody listens.");
  },
};
