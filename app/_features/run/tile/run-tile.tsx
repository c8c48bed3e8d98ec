"use client";
import Link from "next/link";
import { memo, useCallback, useEffect, useRef, type ComponentType } from "react";
import { X } from "lucide-react";
import type { FleetRun } from "#server/contracts/fleet.ts";
import { cn } from "#app/_components/class-names.ts";
import { IconButton } from "#app/_components/icon-button.tsx";
import { StateWord } from "#app/_components/state-word.tsx";
import { componentWords } from "#app/_components/words.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useRights } from "#app/_lib/use-rights.ts";
import { AskList } from "../asks/ask-list.tsx";
import { AskStory } from "../asks/ask-story.tsx";
import { openAsks } from "../asks/open-asks.ts";
import { runWord } from "../run-word.ts";
import { useRunStream } from "../stream/use-run-stream.ts";
import { useRunActions } from "../use-run-actions.ts";
import { EffectLines } from "./effect-lines.tsx";
import { lastEffects, lastLine } from "./effects.ts";
import { TileMenu, type TileMenuKind } from "./tile-menu.tsx";
import { TileNumbers } from "./tile-numbers.tsx";
import { steerField, useSteerBox } from "./use-steer-box.ts";
import { tileWords } from "./words.ts";

/** A tile needs the end of its run only: what is older is let go again. */
const tileEvents = { tailEvents: 150, heldEvents: 400 };
const shownEffects = 3;

export interface RunTileProps {
  run: FleetRun;
  /** From 1: its key. */
  place: number;
  /** Where a look at all of it leads. */
  href: string;
  /** Said where tiles of several projects stand side by side. */
  projectName: string | null;
  menu: TileMenuKind | null;
  isSteering: boolean;
  onMenu: (run: string, menu: TileMenuKind | null) => void;
  onSteer: (run: string, isSteering: boolean) => void;
  onShow: (href: string) => void;
  /** Said politely, once: it asks, it ended. */
  onSay: (run: string, text: string, isEnd: boolean) => void;
  /** Writes to the run of a ticket. */
  Composer: ComponentType<{ slug: string; number: number; run: FleetRun }>;
}

/** One run at work in the control room (ux 31): the end of its stream, what it asks, and every way to act on it. */
export const RunTile = memo(function RunTile(props: RunTileProps) {
  const { run, place, href, projectName, menu, isSteering } = props;
  const { onMenu, onSteer, onShow, onSay, Composer } = props;
  const t = useT(tileWords);
  const name = useT(componentWords);
  const { canWrite } = useRights();
  const [, snapshot] = useRunStream(run.project, run.id, run.lastSeq, tileEvents);
  const actions = useRunActions(run.project, run.id, run.agent, run.ticket);
  const box = useRef<HTMLElement>(null);
  const { live, transcript } = snapshot;
  const word = runWord(transcript.hasEnded ? { ...run, state: "ended" } : run, live, null);
  const isActive = !transcript.hasEnded && (live?.state ?? run.state) !== "ended";
  const asks = isActive ? openAsks(run.id, transcript.openAsks, run.questions) : [];
  const title =
    run.ticket === null
      ? t("noTicket")
      : t("title", { number: run.ticket, title: run.ticketTitle ?? "" });
  useSay(
    { isActive, asks: asks.length },
    {
      asks: t("saysAsks", { title, agent: run.agent }),
      ended: t("saysEnded", { title, word: name(`state.${word}`) }),
    },
    useCallback((text: string, isEnd: boolean) => onSay(run.id, text, isEnd), [onSay, run.id]),
  );
  const closeSteer = () => {
    onSteer(run.id, false);
    box.current?.focus();
  };
  useSteerBox(box, isSteering, closeSteer);
  const canSteer = canWrite && run.ticket !== null;
  const ask = asks.length > 0 && !isSteering;
  return (
    <article
      ref={box}
      tabIndex={-1}
      aria-label={t("label", { place, title, word: name(`state.${word}`), agent: run.agent })}
      data-tile={place}
      data-run={run.id}
      className={cn(
        "flex h-full min-h-0 flex-col rounded-lg border bg-surface max-sm:min-h-52 focus-visible:outline-2 focus-visible:outline-(--accent)",
        asks.length > 0 && "border-amber",
      )}
    >
      <header className="flex min-w-0 items-center gap-2 px-2.5 pt-1.5">
        <span aria-hidden className="text-sm text-muted">
          {place}
        </span>
        <StateWord word={word} />
        <h2 className="min-w-0 flex-1 truncate font-medium">
          <Link href={href} data-tile-link className="hover:underline" title={title}>
            {title}
          </Link>
        </h2>
        <span className="max-w-28 truncate text-sm text-muted">{run.agent}</span>
        <TileMenu
          run={run}
          title={title}
          actions={actions}
          canWrite={canWrite}
          open={menu}
          onOpenChange={(open) => onMenu(run.id, open)}
          onShowRun={() => onShow(href)}
          onSteer={canSteer ? () => onSteer(run.id, true) : null}
          onClosed={() => {
            (steerField(box.current) ?? box.current)?.focus();
          }}
        />
      </header>
      <TileNumbers
        run={run}
        live={live}
        todo={transcript.todo}
        isActive={isActive}
        projectName={projectName}
      />
      {isSteering && canSteer && run.ticket !== null ? (
        <div
          role="group"
          aria-label={t("steer", { agent: run.agent })}
          className="flex min-h-0 flex-1 flex-col overflow-y-auto rounded-b-lg"
          data-steer
        >
          <div className="mt-auto flex shrink-0 justify-end px-2">
            <IconButton
              size="small"
              label={t("steerClose")}
              shortcut="Esc"
              icon={<X size={13} aria-hidden />}
              onClick={closeSteer}
            />
          </div>
          <Composer slug={run.project} number={run.ticket} run={run} />
        </div>
      ) : null}
      {ask && canWrite ? (
        <AskList
          slug={run.project}
          run={run.id}
          agent={run.agent}
          asks={asks}
          ticket={run.ticket}
          className="max-h-none min-h-0 flex-1 shrink rounded-b-lg"
        />
      ) : null}
      {ask && !canWrite ? (
        <div className="min-h-0 flex-1 overflow-y-auto px-2.5 pb-2">
          {asks.map((one) => (
            <AskStory key={one.questionId} ask={one.ask} />
          ))}
        </div>
      ) : null}
      {asks.length === 0 && !isSteering ? (
        <div className="flex min-h-0 flex-1 flex-col gap-1 overflow-hidden px-2.5 pt-1 pb-2">
          {snapshot.status === "loading" ? null : (
            <EffectLines effects={lastEffects(transcript, shownEffects)} />
          )}
          <LiveText
            text={
              lastLine(snapshot.partial.get("") ?? "") || (live?.lastAction ?? run.lastAction ?? "")
            }
            note={snapshot.status === "offline" ? t("offline") : null}
          />
        </div>
      ) : null}
    </article>
  );
});

/** What it writes or does at this moment. It changes without end, so nobody is read it. */
function LiveText({ text, note }: { text: string; note: string | null }) {
  return (
    <p
      aria-hidden={note === null}
      data-live-text
      className="mt-auto min-h-5 truncate text-sm text-muted"
      title={note ?? text}
    >
      {note ?? text}
    </p>
  );
}

/** Speaks when something begins to be asked and when the run ends, and at no other time (ux 29). */
function useSay(
  now: { isActive: boolean; asks: number },
  texts: { asks: string; ended: string },
  onSay: (text: string, isEnd: boolean) => void,
): void {
  const before = useRef({ isActive: now.isActive, asks: 0 });
  const { isActive, asks } = now;
  useEffect(() => {
    const last = before.current;
    before.current = { isActive, asks };
    if (asks > last.asks) onSay(texts.asks, false);
    else if (last.isActive && !isActive) onSay(texts.ended, true);
  }, [asks, isActive, onSay, texts.asks, texts.ended]);
}
