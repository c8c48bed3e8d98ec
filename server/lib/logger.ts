import pino from "pino";
import type { DestinationStream, Logger as PinoLogger } from "pino";

export type Logger = PinoLogger;

/** Keys whose values never reach a log, at the top and one or two levels down (S-08). */
const SECRET_KEYS = [
  "authorization",
  "cookie",
  "set-cookie",
  "password",
  "token",
  "runToken",
  "ownerToken",
  "workerToken",
  "secret",
  "databaseUrl",
  "redisUrl",
  "DATABASE_URL",
  "REDIS_URL",
];

const redactPaths = SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]);

/**
 * One JSON object per line on stderr, so that stdout stays free for what people read.
 * `name` is the process ("box", "web", "worker"); parts of it use `logger.child({ part })`.
 */
export function createLogger(
  name: string,
  level = "info",
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  return pino(
    {
      name,
      level,
      base: { name, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: redactPaths, censor: "[redacted]" },
    },
    destination,
  );
}
