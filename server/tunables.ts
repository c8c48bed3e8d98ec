/**
 * Limits of the running program, each with what happens beyond it. A value only one module needs
 * lives in that module; what an operator may change is a variable in `env.ts`.
 */

/** A child that dies is started again after this long at first; each further death doubles it. */
export const CHILD_RESTART_MIN_MS = 500;

/** The pause before a restart stops growing here. */
export const CHILD_RESTART_MAX_MS = 15_000;

/** A child that lived this long counts as healthy again, so its next restart is quick. */
export const CHILD_HEALTHY_AFTER_MS = 30_000;

/** A child that has not left this long after SIGTERM is killed. */
export const CHILD_STOP_WITHIN_MS = 6_000;

/** A login link that nobody used stops working after this long. */
export const LOGIN_LINK_TTL_MS = 10 * 60_000;

/** A log file is rotated when it grows past this size. */
export const LOG_FILE_BYTES = 10 * 1024 * 1024;

/** Older rotated log files beyond this number are deleted. */
export const LOG_FILES_KEPT = 10;

/** The start fails when `/api/health` is not 200 this long after the children were started. */
export const START_WITHIN_MS = 60_000;

/** The start fails at once when the children died this often before the board was ready. */
export const START_DEATHS = 4;

/** Connections the web process may hold; further queries wait for a free one. */
export const WEB_CONNECTIONS = 12;

/** Connections the worker process may hold; further queries wait for a free one. */
export const WORKER_CONNECTIONS = 12;

/** How long a writer over its limit waits for each refusal; without it a flood costs others their answers. */
export const HOLD_REFUSED_MS = 250;

/** An invitation that nobody accepted stops working after this long. */
export const INVITATION_TTL_MS = 7 * 24 * 3_600_000;
