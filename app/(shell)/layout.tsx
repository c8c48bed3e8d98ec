import type { ReactNode } from "react";
import { Shell } from "#app/_features/shell/shell.tsx";

export default function ShellLayout({ children }: { children: ReactNode }) {
  return <Shell>{children}</Shell>;
}
