"use client";
import { createContext, useContext, useMemo, useState, type ReactNode } from "react";

export type ShellDialog = "palette" | "shortcuts" | null;

const DialogsContext = createContext<{ dialog: ShellDialog; show: (dialog: ShellDialog) => void }>({
  dialog: null,
  show: () => undefined,
});

export function ShellDialogsProvider({ children }: { children: ReactNode }) {
  const [dialog, show] = useState<ShellDialog>(null);
  const value = useMemo(() => ({ dialog, show }), [dialog]);
  return <DialogsContext value={value}>{children}</DialogsContext>;
}

export function useShellDialogs() {
  return useContext(DialogsContext);
}
