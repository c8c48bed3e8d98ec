import type { ComponentProps } from "react";
import { cn } from "./class-names.ts";

/** Wide tables scroll inside themselves, never the page. */
export function Table({ className, label, ...rest }: ComponentProps<"table"> & { label: string }) {
  return (
    <div
      className="scroll-thin relative overflow-x-auto rounded-lg border bg-surface"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className={cn("w-full border-collapse text-left", className)} {...rest} />
    </div>
  );
}

export function Th({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn(
        "h-8 border-b px-3 text-sm font-medium whitespace-nowrap text-muted",
        className,
      )}
      {...rest}
    />
  );
}

export function Td({ className, ...rest }: ComponentProps<"td">) {
  return <td className={cn("h-9 border-b px-3 align-middle", className)} {...rest} />;
}
