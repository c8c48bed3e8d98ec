import type { BrowserContext, WebSocketRoute } from "@playwright/test";

export interface Wire {
  /** Nothing reaches the server any more, nothing comes from it. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Stands between a browser and the server; call it before a page is opened. */
export async function tapWire(context: BrowserContext): Promise<Wire> {
  const open = new Set<WebSocketRoute>();
  let isCut = false;
  await context.routeWebSocket(/\/socket\.io\//, (socket) => {
    if (isCut) {
      void socket.close();
      return;
    }
    socket.connectToServer();
    open.add(socket);
  });
  return {
    async cut() {
      isCut = true;
      await context.setOffline(true);
      for (const socket of open) await socket.close();
      open.clear();
    },
    async mend() {
      isCut = false;
      await context.setOffline(false);
    },
  };
}
