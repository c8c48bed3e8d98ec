"use client";
import { DropdownMenu as Radix } from "radix-ui";
import { Check, ChevronRight } from "lucide-react";
import { useRef, useState, type ComponentProps, type ReactNode } from "react";
import { cn } from "./class-names.ts";
import { Kbd } from "./kbd.tsx";

const panel =
  "menu-sheet appear z-50 min-w-48 max-w-80 max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto rounded-lg border border-line bg-raised p-1 text-base text-ink shadow-lift";
const row =
  "flex min-h-7 w-full items-center gap-2 rounded px-2 py-1 pointer-coarse:min-h-11 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover";

/** `<Menu trigger={<Button/>}><MenuItem …/></Menu>`; `open` and `onOpenChange` make it controlled. */
export function Menu({
  trigger,
  children,
  align = "start",
  label,
  onCloseAutoFocus,
  open,
  onOpenChange,
  modal = true,
}: {
  trigger: ReactNode;
  children: ReactNode;
  align?: "start" | "center" | "end";
  label?: string;
} & Pick<ComponentProps<typeof Radix.Root>, "open" | "onOpenChange" | "modal"> &
  Pick<ComponentProps<typeof Radix.Content>, "onCloseAutoFocus">) {
  const [isOpenByItself, setOpenByItself] = useState(false);
  const isOpen = open ?? isOpenByItself;
  const change = (next: boolean) => {
    setOpenByItself(next);
    onOpenChange?.(next);
  };
  // A finger opens it when it is lifted: a sheet that came up under it would take the tap as a choice.
  const isTouch = useRef(false);
  return (
    <Radix.Root open={isOpen} onOpenChange={change} modal={modal}>
      <Radix.Trigger
        asChild
        onPointerDown={(event) => {
          isTouch.current = event.pointerType === "touch";
          if (isTouch.current) event.preventDefault();
        }}
        onClick={() => {
          if (isTouch.current) change(!isOpen);
          isTouch.current = false;
        }}
      >
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          {...(label === undefined ? {} : { "aria-label": label })}
          {...(onCloseAutoFocus ? { onCloseAutoFocus } : {})}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          loop
          className={panel}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export interface MenuItemProps extends Omit<ComponentProps<typeof Radix.Item>, "children"> {
  icon?: ReactNode;
  shortcut?: string;
  /** A second, muted line: what will happen. */
  hint?: ReactNode;
  danger?: boolean;
  children: ReactNode;
}

export function MenuItem({
  icon,
  shortcut,
  hint,
  danger = false,
  className,
  children,
  ...rest
}: MenuItemProps) {
  return (
    <Radix.Item className={cn(row, danger && "text-red", className)} {...rest}>
      {icon === undefined ? null : (
        <span className="flex size-4 shrink-0 items-center justify-center">{icon}</span>
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{children}</span>
        {hint ? <span className="block text-sm text-muted">{hint}</span> : null}
      </span>
      {shortcut ? <Kbd keys={shortcut} /> : null}
    </Radix.Item>
  );
}

export function MenuChoice({
  checked,
  children,
  ...rest
}: { checked: boolean; children: ReactNode } & Omit<
  ComponentProps<typeof Radix.CheckboxItem>,
  "checked" | "children"
>) {
  return (
    <Radix.CheckboxItem checked={checked} className={row} {...rest}>
      <span className="flex size-4 shrink-0 items-center justify-center">
        {checked ? <Check size={14} aria-hidden /> : null}
      </span>
      <span className="min-w-0 flex-1 truncate">{children}</span>
    </Radix.CheckboxItem>
  );
}

export function MenuSub({
  label,
  icon,
  children,
}: {
  label: ReactNode;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Radix.Sub>
      <Radix.SubTrigger className={row}>
        {icon === undefined ? null : (
          <span className="flex size-4 shrink-0 items-center justify-center">{icon}</span>
        )}
        <span className="min-w-0 flex-1 truncate">{label}</span>
        <ChevronRight size={14} aria-hidden />
      </Radix.SubTrigger>
      <Radix.Portal>
        <Radix.SubContent sideOffset={2} collisionPadding={8} loop className={panel}>
          {children}
        </Radix.SubContent>
      </Radix.Portal>
    </Radix.Sub>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 py-1 text-sm text-muted">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}
