/** The tmux session that holds the windows of all runs. */
export const TMUX_SESSION = "signalbox";

/** What a window is named after; `ticket` is null for a run without one. */
export type WindowOwner = { project: string; ticket: number | null; runId: string };

/** `pod-<project>-<ticket>-<run>`: known before the window exists, so that nobody has to store it. */
export function tmuxWindowName({ project, ticket, runId }: WindowOwner): string {
  return `pod-${project}-${ticket ?? "none"}-${runId.slice(0, 8)}`;
}

/** What a person types to see the window. */
export function tmuxAttachCommand(owner: WindowOwner): string {
  return `tmux attach -t ${TMUX_SESSION}:${tmuxWindowName(owner)}`;
}

/** What the setting says when the program is missing. */
export const TMUX_MISSING =
  "SIGNALBOX_TMUX: expected the program tmux on the PATH, found none; install it (Debian: apt-get install tmux) or take the setting away";
