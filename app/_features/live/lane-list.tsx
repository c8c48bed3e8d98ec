"use client";
import Link from "next/link";
import { Ban, Circle, Clock, Moon } from "lucide-react";
import type { FleetRun, Lane } from "#server/contracts/fleet.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { useProjects } from "#app/_lib/queries.ts";
import { useFormat } from "#app/_lib/use-format.ts";
import { useNow } from "#app/_lib/use-now.ts";
import { runHref, ticketHref } from "./ticket-href.ts";
import { liveWords } from "./words.ts";

/** Concurrency groups in use, by project and name, so that none changes its place while it is there. */
export function LaneList({ lanes, runs }: { lanes: readonly Lane[]; runs: readonly FleetRun[] }) {
  const t = useT(liveWords);
  const { data: projects = [] } = useProjects();
  if (lanes.length === 0) return <p className="text-muted">{t("noLanes")}</p>;
  const slugs = [...new Set(lanes.map(({ project }) => project))];
  return (
    <div className="flex flex-col gap-3">
      {slugs.map((slug) => {
        const name = projects.find((project) => project.slug === slug)?.name ?? slug;
        return (
          <section key={slug} aria-label={`${t("lanes")}: ${name}`}>
            {slugs.length > 1 ? <h3 className="mb-1 text-sm text-muted">{name}</h3> : null}
            <ul className="flex flex-col gap-2">
              {lanes
                .filter(({ project }) => project === slug)
                .map((lane) => (
                  <LaneRow
                    key={lane.group}
                    lane={lane}
                    run={runs.find(({ id }) => id === lane.holder?.runId) ?? null}
                  />
                ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function LaneRow({ lane, run }: { lane: Lane; run: FleetRun | null }) {
  const t = useT(liveWords);
  const { group, holder, excludedBy, project } = lane;
  return (
    <li data-lane={group} className="flex flex-col gap-0.5">
      <span className="flex min-w-0 items-center gap-1.5">
        <span className="min-w-0 shrink truncate font-medium" title={group}>
          {group}
        </span>
        {holder === null ? null : <Holder project={project} holder={holder} run={run} />}
        {holder === null && excludedBy.length > 0 ? (
          <span className="flex min-w-0 items-center gap-1 text-muted">
            <Ban size={12} aria-hidden className="shrink-0" />
            <span className="truncate">
              {t("lane.excluded", {
                groups: excludedBy.map((other) => other.group ?? other.agent).join(", "),
              })}
            </span>
          </span>
        ) : null}
      </span>
      <Waiters lane={lane} />
    </li>
  );
}

function Holder({
  project,
  holder,
  run,
}: {
  project: string;
  holder: NonNullable<Lane["holder"]>;
  run: FleetRun | null;
}) {
  const t = useT(liveWords);
  const { ticket, agent } = holder;
  const text = holder.isParked
    ? ticket === null
      ? t("lane.parkedTicketless", { agent })
      : t("lane.parked", { ticket })
    : ticket === null
      ? t("lane.ticketless", { agent })
      : t("lane.holder", { ticket, title: run?.ticketTitle ?? "" });
  const Icon = holder.isParked ? Moon : Circle;
  return (
    <>
      <Icon
        size={holder.isParked ? 12 : 9}
        aria-hidden
        fill={holder.isParked ? "none" : "currentColor"}
        className={holder.isParked ? "shrink-0 text-muted" : "shrink-0 text-blue"}
      />
      <span className="sr-only">{t("lane.heldBy")}</span>
      <Link
        href={runHref({ project, ticket, id: holder.runId })}
        title={text}
        className="min-w-0 flex-1 truncate hover:underline"
      >
        {text}
      </Link>
      {holder.isParked ? null : <LaneElapsed since={holder.since} />}
    </>
  );
}

function LaneElapsed({ since }: { since: string }) {
  const format = useFormat();
  const now = useNow(1_000);
  return (
    <span aria-hidden suppressHydrationWarning className="shrink-0 text-sm text-muted">
      {now === 0 ? "" : format.duration(Math.max(0, now - Date.parse(since)))}
    </span>
  );
}

/** First in line first; each leads to its ticket and says its reason. */
function Waiters({ lane: { project, waiters, waiting } }: { lane: Lane }) {
  const t = useT(liveWords);
  const say = useSentence();
  if (waiting === 0) return null;
  const more = waiting - waiters.length;
  return (
    <span className="flex flex-wrap items-center gap-x-2 pl-3 text-sm text-muted">
      <span className="sr-only">{t("lane.waiting", { count: waiting })}</span>
      {waiters.map(({ ticket, title, reason }) => (
        <Link
          key={ticket}
          href={ticketHref(project, ticket)}
          title={`${title}: ${say(reason)}`}
          aria-label={`${ticket} ${title}: ${say(reason)}`}
          data-waiter={ticket}
          className="inline-flex min-h-6 items-center gap-0.5 hover:text-ink hover:underline"
        >
          <Clock size={11} aria-hidden />
          {ticket}
        </Link>
      ))}
      {more > 0 ? (
        <span>
          <span aria-hidden>{t("lane.more", { count: more })}</span>
          <span className="sr-only">{t("lane.moreLong", { count: more })}</span>
        </span>
      ) : null}
    </span>
  );
}
