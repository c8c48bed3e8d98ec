import { spawn } from "node:child_process";

/** Whether a browser would have a screen to open on; over SSH it would open on the wrong machine. */
export function hasDisplay(env: Record<string, string | undefined>, platform: string): boolean {
  if (env["CI"] || env["SSH_CONNECTION"]) return false;
  if (platform === "darwin") return true;
  return Boolean(env["DISPLAY"] ?? env["WAYLAND_DISPLAY"]);
}

/** Opens `url` in the person's browser. Not finding one is no failure: the link is on the screen. */
export function openBrowser(url: string, platform: string): void {
  const child = spawn(platform === "darwin" ? "open" : "xdg-open", [url], {
    stdio: "ignore",
    detached: true,
  });
  child.on("error", () => undefined);
  child.unref();
}
