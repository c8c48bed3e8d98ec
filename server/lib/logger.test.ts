import { expect, it } from "vitest";
import { createLogger } from "./logger.ts";

it("writes one JSON object per line and never a secret", () => {
  const lines: string[] = [];
  const logger = createLogger("web", "info", { write: (line) => void lines.push(line) });

  logger
    .child({ part: "http" })
    .info(
      { token: "s3cret", req: { headers: { authorization: "s3cret", "x-id": "7" } } },
      "request",
    );

  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain("s3cret");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: "info",
    name: "web",
    part: "http",
    msg: "request",
    token: "[redacted]",
    req: { headers: { "x-id": "7" } },
  });
});
