/** Longest time a process takes to leave once it was told to (rule 27). */
const LEAVE_WITHIN_MS = 5_000;

/** Set by the box for its children: a channel that is closed already leaves no other trace. */
export const CHILD_MARK = "SIGNALBOX_CHILD_OF_BOX";

export type LeaveOptions = {
  /** After this long the process ends although `shutdown` has not finished. */
  withinMs?: number;
};

/**
 * Makes this process end in order: `shutdown` runs once, then the process exits.
 *
 * As a child of the box it leaves when told by SIGTERM or when the channel to the box closes, which
 * is how it learns that the box was killed. Ctrl+C reaches the whole terminal group, so a child
 * ignores it and lets the box decide. Started on its own, Ctrl+C is obeyed.
 */
export function leaveWithParent(
  shutdown: (reason: string) => Promise<void> | void,
  options: LeaveOptions = {},
): void {
  const hasParent = process.connected || process.env[CHILD_MARK] === "1";
  let isLeaving = false;

  const leave = (reason: string) => {
    if (isLeaving) return;
    isLeaving = true;
    const deadline = setTimeout(() => process.exit(1), options.withinMs ?? LEAVE_WITHIN_MS);
    deadline.unref();
    Promise.resolve()
      .then(() => shutdown(reason))
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`shutdown failed: ${String(error)}\n`);
          process.exit(1);
        },
      );
  };

  process.on("SIGTERM", () => leave("SIGTERM"));
  if (hasParent) {
    process.on("disconnect", () => leave("the box is gone"));
    process.on("SIGINT", () => undefined);
    process.on("SIGHUP", () => undefined);
    // Without a listener for messages Node would not watch the channel at all.
    process.on("message", () => undefined);
    // The box died while this process was still starting up.
    if (!process.connected) leave("the box is gone");
  } else {
    process.on("SIGINT", () => leave("SIGINT"));
    process.on("SIGHUP", () => leave("SIGHUP"));
  }
}
