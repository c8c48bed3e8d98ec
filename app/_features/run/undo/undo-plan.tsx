"use client";
import type { ReactNode } from "react";
import type { UndoPlan as Plan } from "#server/contracts/undo.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { UndoFiles, type UndoFilesProps } from "./undo-files.tsx";
import { undoWords } from "./words.ts";

export interface UndoPlanProps extends Omit<UndoFilesProps, "files"> {
  plan: Plan;
  isRestore: boolean;
}

/** What an undo will do, and what no undo can do (ux 4). */
export function UndoPlan({ plan, isRestore, chosen, onChoose }: UndoPlanProps) {
  const t = useT(undoWords);
  const { commits, commitsStay, commitsOfOthers, tickets, column, labels, boardStays } = plan;
  return (
    <div className="flex flex-col gap-1" data-undo-plan>
      <UndoFiles files={plan.files} chosen={chosen} onChoose={onChoose} />
      <Commits title={t("commits", { count: commits.length })} commits={commits} />
      <Commits
        title={t("commitsOfOthers", { count: commitsOfOthers.length })}
        commits={commitsOfOthers}
      />
      {commitsStay === null ? null : (
        <p className="text-amber">{t(`commitsStay.${commitsStay}`)}</p>
      )}
      {tickets.length === 0 ? null : (
        <Part title={t(isRestore ? "tickets.restore" : "tickets", { count: tickets.length })}>
          {tickets.map((ticket) => (
            <li key={ticket.number} className="truncate">
              #{ticket.number} {ticket.title}
            </li>
          ))}
        </Part>
      )}
      {column === null ? null : <p>{t("column", column)}</p>}
      {labels === null ? null : (
        <p>{t("labels", { labels: labels.to.join(", ") || t("labels.none") })}</p>
      )}
      {boardStays.map((field) => (
        <p key={field} className="text-amber">
          {t(`stays.${field}`)}
        </p>
      ))}
      {isRestore ? null : <CannotUndo plan={plan} />}
    </div>
  );
}

function Commits({ title, commits }: { title: string; commits: Plan["commits"] }) {
  if (commits.length === 0) return null;
  return (
    <Part title={title}>
      {commits.map((commit) => (
        <li key={commit.id} className="truncate">
          <span className="font-mono text-sm text-muted">{commit.id.slice(0, 7)}</span>{" "}
          {commit.subject}
        </li>
      ))}
    </Part>
  );
}

function CannotUndo({ plan }: { plan: Plan }) {
  const t = useT(undoWords);
  const { beyond, skipped } = plan;
  const left = skipped === null ? 0 : skipped.tooLarge + skipped.unreadable + skipped.nested;
  return (
    <Part title={t("cannot")}>
      {beyond.pushes.map((command) => (
        <li key={command} className="break-all">
          {t("cannot.push", { command })}
        </li>
      ))}
      {beyond.network.map((command) => (
        <li key={command} className="break-all">
          {t("cannot.network", { command })}
        </li>
      ))}
      {left === 0 ? null : (
        <li title={skipped?.names.join(", ")}>{t("cannot.skipped", { count: left })}</li>
      )}
      <li>{t("cannot.ignored")}</li>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mt-2 font-medium">{title}</h3>
      <ul className="list-disc pl-5">{children}</ul>
    </section>
  );
}
