"use client";
import { useRef, useState, type ComponentType } from "react";
import type { Ticket } from "#server/contracts/ticket.ts";
import { Button } from "#app/_components/button.tsx";
import { cn } from "#app/_components/class-names.ts";
import { ErrorState } from "#app/_components/error-state.tsx";
import { ForWriters, ReadOnlyNote } from "#app/_components/for-writers.tsx";
import { IconButton } from "#app/_components/icon-button.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { Tabs, type Tab } from "#app/_components/tabs.tsx";
import { X } from "lucide-react";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useOpenTicket } from "#app/_lib/live-provider.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { useBoard, useTicketRuns } from "#app/_lib/queries.ts";
import { Composer } from "./composer.tsx";
import { NoRun } from "./no-run.tsx";
import { WritingNote } from "./present-people.tsx";
import { shownRun } from "./shown-run.ts";
import { SplitBox } from "./split-box.tsx";
import { TicketBody } from "./ticket-body.tsx";
import { TicketFacts } from "./ticket-facts.tsx";
import { TicketHeader } from "./ticket-header.tsx";
import { useRunPlaces, type EditedFile, type TabName } from "./use-run-places.ts";
import { useMarkRead } from "./use-mark-read.ts";
import { useTicketWrites } from "./use-ticket-writes.ts";
import { useTicket } from "./use-ticket.ts";
import { useWideBox } from "./use-wide-box.ts";
import { WhyTab } from "./why-tab.tsx";
import { ticketWords } from "./words.ts";

interface RunPartProps {
  slug: string;
  runId: string;
}

/** What shows a run; features are islands, so the page hands them in. */
export interface RunParts {
  Panel: ComponentType<
    RunPartProps & {
      event?: { seq: number } | null;
      onShowChange?: (change: EditedFile) => void;
    }
  >;
  Changes: ComponentType<
    RunPartProps & { wanted?: EditedFile | null; onShowEvent?: (seq: number) => void }
  >;
  Details: ComponentType<RunPartProps>;
  /** Number of changed files, null while unknown. */
  useChangeCount: (slug: string, runId: string | null) => number | null;
}

export interface TicketPanelProps {
  slug: string;
  number: number;
  onClose: () => void;
  runParts: RunParts;
}

/** One ticket: what it says, what runs on it, and one place to write. It fills the box it is given. */
export function TicketPanel({ slug, number, onClose, runParts }: TicketPanelProps) {
  const t = useT(ticketWords);
  const ticket = useTicket(slug, number);
  useMarkRead(slug, number);
  const tellWriting = useOpenTicket(slug, number);
  const [isFull, setFull] = useState(false);
  const box = useRef<HTMLElement>(null);
  const isWide = useWideBox(box);
  return (
    <section
      ref={box}
      aria-label={t("panel", { number: `#${number}` })}
      data-own-keys
      data-ticket-panel={number}
      className={cn(
        "flex h-full min-h-0 flex-col bg-surface",
        isFull && "fixed inset-0 z-40 pt-[env(safe-area-inset-top)]",
      )}
    >
      {ticket.data === undefined ? (
        <>
          <div className="flex justify-end p-2">
            <IconButton label={t("close")} icon={<X size={16} aria-hidden />} onClick={onClose} />
          </div>
          {ticket.isError ? (
            <ErrorState error={ticket.error} onRetry={() => void ticket.refetch()} />
          ) : (
            <div className="p-3">
              <SkeletonLines count={8} />
            </div>
          )}
        </>
      ) : (
        <OpenTicket
          slug={slug}
          ticket={ticket.data}
          onClose={onClose}
          runParts={runParts}
          isWide={isWide}
          isFull={isFull}
          onFull={() => setFull(!isFull)}
          onWriting={tellWriting}
        />
      )}
    </section>
  );
}

interface OpenTicketProps {
  slug: string;
  ticket: Ticket;
  onClose: () => void;
  runParts: RunParts;
  isWide: boolean;
  isFull: boolean;
  onFull: () => void;
  onWriting: (isWriting: boolean) => void;
}

function OpenTicket(props: OpenTicketProps) {
  const { slug, ticket, onClose, runParts, isWide, isFull, onFull, onWriting } = props;
  const t = useT(ticketWords);
  const board = useBoard(slug).data;
  const writes = useTicketWrites(slug, ticket.id);
  const say = useSentence();
  const found = useTicketRuns(slug, ticket.id);
  const runs = found.data ?? [];
  const { picked, wish, event, change, goTo, showRun, showEvent, showChange } = useRunPlaces();
  const run = shownRun(runs, picked);
  const target = shownRun(runs, null);
  const changes = runParts.useChangeCount(slug, run?.id ?? null);
  const isRunning = runs.some((one) => one.state !== "ended");
  const tab = pickTab(wish, isWide, run !== null);
  const body = (
    <TicketBody
      slug={slug}
      ticket={ticket}
      runs={runs}
      writes={writes}
      isRunning={isRunning}
      shownRunId={run?.id ?? null}
      onShowRun={showRun}
    />
  );
  const tabs: Tab<TabName>[] = [
    {
      value: "run",
      label: t("tab.run"),
      content:
        run === null ? (
          <NoRun ticket={ticket} writes={writes} />
        ) : (
          <runParts.Panel slug={slug} runId={run.id} event={event} onShowChange={showChange} />
        ),
    },
    ...(isWide ? [] : [{ value: "ticket" as const, label: t("tab.ticket"), content: body }]),
    {
      value: "changes",
      label: t("tab.changes"),
      count: changes,
      content:
        run === null ? (
          <NoRun ticket={ticket} writes={writes} />
        ) : (
          <runParts.Changes slug={slug} runId={run.id} wanted={change} onShowEvent={showEvent} />
        ),
    },
    {
      value: "why",
      label: t("tab.why"),
      content: <WhyTab slug={slug} ticket={ticket} writes={writes} />,
    },
    {
      value: "details",
      label: t("tab.details"),
      content: (
        <>
          <TicketFacts ticket={ticket} hasRun={run !== null} />
          {run === null ? null : <runParts.Details slug={slug} runId={run.id} />}
        </>
      ),
    },
  ];
  const views = (
    <Tabs
      label={t("tabs")}
      tabs={tabs}
      value={tab}
      onValueChange={goTo}
      className="min-h-0 flex-1"
      panelClassName="scroll-thin"
    />
  );
  return (
    <>
      <TicketHeader
        slug={slug}
        ticket={ticket}
        isRunning={isRunning}
        board={board}
        writes={writes}
        isFull={isFull}
        onFull={onFull}
        onClose={onClose}
      />
      {ticket.deletedAt === null ? null : (
        <p
          role="status"
          data-deleted
          className="flex flex-wrap items-center gap-2 bg-red-tint px-3 py-1"
        >
          <span>
            {t("gone", { who: ticket.deletedBy ?? "–" })} <TimeAgo at={ticket.deletedAt} />
          </span>
          <ForWriters>
            <Button size="small" onClick={() => void writes.restore()}>
              {t("restore")}
            </Button>
          </ForWriters>
        </p>
      )}
      {ticket.state?.isQueued ? (
        <p role="status" className="flex items-center gap-2 bg-grey-tint px-3 py-1" data-queued>
          <span className="min-w-0 flex-1">
            {ticket.state.reason === null ? null : say(ticket.state.reason)}
          </span>
          <ForWriters>
            <Button size="small" onClick={() => void writes.withdraw()}>
              {t("withdraw")}
            </Button>
          </ForWriters>
        </p>
      ) : null}
      {isWide ? <SplitBox left={body} right={views} /> : views}
      {/* Where a message can go follows from the runs: nobody chooses before they are known. */}
      {ticket.deletedAt === null && !found.isPending ? (
        <>
          <WritingNote slug={slug} number={ticket.id} />
          <ForWriters instead={<ReadOnlyNote className="shrink-0 border-t px-3 py-2" />}>
            <Composer
              slug={slug}
              number={ticket.id}
              run={target}
              takenOverBy={ticket.state?.takenOver?.by ?? null}
              onWriting={onWriting}
            />
          </ForWriters>
        </>
      ) : null}
    </>
  );
}

/** A narrow panel opens on the run when there is one, else on the ticket itself. */
function pickTab(wish: TabName | null, isWide: boolean, hasRun: boolean): TabName {
  if (wish !== null && !(isWide && wish === "ticket")) return wish;
  if (isWide) return hasRun ? "run" : "why";
  return hasRun ? "run" : "ticket";
}
