import type { ReactNode } from "react";
import { cn } from "./class-names.ts";

/** Nothing here yet, and what to do next. */
export function EmptyState({
  title,
  children,
  action,
  className,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div className={cn("flex flex-col items-center gap-2 px-6 py-10 text-center", className)}>
      <p className="text-lg font-medium">{title}</p>
      {children ? <div className="max-w-120 text-muted">{children}</div> : null}
      {action ? <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}
