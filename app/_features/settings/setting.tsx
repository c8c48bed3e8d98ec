"use client";
import { useId, type ReactNode } from "react";
import type { SettingChange } from "#server/contracts/project-settings.ts";
import { cn } from "#app/_components/class-names.ts";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { ApiError } from "#app/_lib/api-error.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { settingsWords } from "./words.ts";

export interface ControlParts {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean;
}

export interface SaveState {
  error: Error | null;
  isPending: boolean;
  isSuccess: boolean;
}

/** A refusal in words of the page where there are better ones than the server's. */
function useRefusal(): (error: Error | null) => string | null {
  const t = useT(settingsWords);
  return (error) => {
    if (error === null) return null;
    if (error instanceof ApiError && error.code === "STALE_SETTING") return t("stale");
    if (error instanceof ApiError && error.code === "STAMP_STALE") return t("staleFile");
    return error.message;
  };
}

/** Why the last write did nothing. */
export function Refusal({ error, className }: { error: Error | null; className?: string }) {
  const text = useRefusal()(error);
  return text === null ? null : (
    <p role="alert" className={cn("text-red", className)}>
      {text}
    </p>
  );
}

/** One setting: what it is, its control, what was wrong, and who changed it when. */
export function Setting({
  label,
  hint,
  field,
  changes = [],
  save,
  isGroup = false,
  children,
}: {
  label: string;
  hint?: ReactNode;
  /** As the overview names it. */
  field?: string;
  changes?: readonly SettingChange[];
  save?: SaveState;
  /** Several controls, which name themselves. */
  isGroup?: boolean;
  children: (parts: ControlParts) => ReactNode;
}) {
  const t = useT(settingsWords);
  const id = useId();
  const error = useRefusal()(save?.error ?? null);
  const change = changes.find((one) => one.field === field);
  const parts: ControlParts = { id, "aria-describedby": `${id}-note` };
  if (error !== null) parts["aria-invalid"] = true;
  return (
    <div
      data-setting={field}
      className="grid gap-x-6 gap-y-1.5 border-b py-3 last:border-b-0 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
    >
      <div>
        {isGroup ? (
          <span className="font-medium">{label}</span>
        ) : (
          <label htmlFor={id} className="font-medium">
            {label}
          </label>
        )}
        {hint ? <div className="text-sm text-muted">{hint}</div> : null}
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        {children(parts)}
        <div id={`${id}-note`} className="text-sm text-muted">
          {error === null ? (
            <>
              <span role="status">
                {save?.isPending ? t("saving") : save?.isSuccess ? `${t("saved")} · ` : null}
              </span>
              {change && !save?.isPending ? <ChangedBy change={change} /> : null}
            </>
          ) : (
            <span role="alert" className="text-red">
              {error}
            </span>
          )}
        </div>
      </div>
    </div>
  );
}

/** "Changed by ada, 2 days ago". */
export function ChangedBy({ change }: { change: SettingChange }) {
  const t = useT(settingsWords);
  return (
    <span>
      {t("changed", { by: change.by })}, <TimeAgo at={change.at} />
    </span>
  );
}

/** A group of settings under one heading. */
export function Section({
  title,
  text,
  change,
  children,
}: {
  title: string;
  text?: ReactNode;
  change?: SettingChange | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-8">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      {text ? <p className="text-muted">{text}</p> : null}
      {change ? (
        <p className="text-sm text-muted">
          <ChangedBy change={change} />
        </p>
      ) : null}
      <div className="mt-2">{children}</div>
    </section>
  );
}

/** Why the controls below do nothing. */
export function ReadOnly({ who }: { who: "write" | "maintain" | "owner" }) {
  const t = useT(settingsWords);
  return (
    <p data-read-only className="mb-4 rounded border bg-sunken px-3 py-2">
      {t(`readOnly.${who}`)}
    </p>
  );
}
