"use client";
import { Button } from "#app/_components/button.tsx";
import { Field, Input } from "#app/_components/field.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { LeftBehindList } from "./left-behind-list.tsx";
import { useImportStep } from "./use-import.ts";
import { importWords } from "./words.ts";

export interface SourceText {
  url: string;
  project: string;
}

/** What is said of the tickets themselves; the rest stands on the page anyway. */
const ofTickets: ReadonlySet<string> = new Set(["images", "parent_dropped", "text_changed"]);

/** Looks at a running KittyClaw, then brings its tickets and the conversations that belong to them. */
export function BringTickets({
  slug,
  source,
  onSource,
}: {
  slug: string;
  source: SourceText;
  onSource: (source: SourceText) => void;
}) {
  const t = useT(importWords);
  const look = useImportStep(slug);
  const bring = useImportStep(slug);
  const wish = {
    source: {
      url: source.url.trim(),
      ...(source.project.trim() === "" ? {} : { project: source.project.trim() }),
    },
  };
  const found = look.data?.found.source ?? null;
  const missing = look.data ? look.data.tickets.read - look.data.tickets.skipped : 0;
  const change = (part: Partial<SourceText>) => {
    look.reset();
    bring.reset();
    onSource({ ...source, ...part });
  };
  const isBusy = look.isPending || bring.isPending;
  const error = bring.error ?? look.error;
  return (
    <section aria-labelledby="import-tickets">
      <h2 id="import-tickets" className="font-medium">
        {t("bring")}
      </h2>
      <p className="mb-2 text-sm text-muted">{t("bringHint")}</p>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          bring.reset();
          look.mutate({ ...wish, what: { tickets: true }, preview: true });
        }}
      >
        <div className="flex flex-wrap gap-3">
          <Field label={t("address")} error={error?.message ?? null} className="w-72">
            {(parts) => (
              <Input
                {...parts}
                type="url"
                required
                value={source.url}
                onChange={(event) => change({ url: event.target.value })}
              />
            )}
          </Field>
          <Field label={t("sourceProject")} hint={t("sourceProjectHint")} className="w-56">
            {(parts) => (
              <Input
                {...parts}
                value={source.project}
                onChange={(event) => change({ project: event.target.value })}
              />
            )}
          </Field>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" disabled={isBusy}>
            {look.isPending ? t("looking") : t("look")}
          </Button>
          {found && !bring.isSuccess ? (
            <>
              <span role="status">
                {t("found", { count: found.tickets, project: found.project, missing })}
              </span>
              <Button
                look="filled"
                disabled={isBusy}
                onClick={() => bring.mutate({ ...wish, what: { tickets: true, sessions: true } })}
              >
                {t("bringNow")}
              </Button>
            </>
          ) : null}
        </div>
      </form>
      <div aria-live="polite">
        {bring.isPending ? (
          <p className="mt-2 flex items-center gap-3">
            <progress aria-label={t("bring")} className="w-40" />
            {t("bringing")}
          </p>
        ) : null}
        {bring.data ? (
          <div className="mt-2">
            <p>
              {t("brought", {
                imported: bring.data.tickets.imported,
                sessions: bring.data.sessions.imported,
                skipped: bring.data.tickets.skipped,
              })}
            </p>
            {bring.data.columns.created.length > 0 ? (
              <p>{t("columnsMade", { names: bring.data.columns.created.join(", ") })}</p>
            ) : null}
            {bring.data.members.created.length > 0 ? (
              <p>{t("membersMade", { names: bring.data.members.created.join(", ") })}</p>
            ) : null}
            <LeftBehindList
              items={bring.data.leftBehind.filter(({ code }) => ofTickets.has(code))}
            />
          </div>
        ) : null}
      </div>
    </section>
  );
}
