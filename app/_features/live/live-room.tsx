"use client";
import { useRouter } from "next/navigation";
import { useCallback, useState } from "react";
import type { Fleet } from "#server/contracts/fleet.ts";
import { useProjects } from "#app/_lib/queries.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { EmptyRoom } from "./empty-room.tsx";
import { FreeTile } from "./free-tile.tsx";
import { LaneSide } from "./lane-side.tsx";
import type { TileComponent } from "./live-page.tsx";
import { nextStarts } from "./next-starts.ts";
import { countDrawn } from "./place-runs.ts";
import { RestList } from "./rest-list.tsx";
import { roomClass, tilesClass } from "./room-class.ts";
import { runHref } from "./ticket-href.ts";
import { useLiveKeys } from "./use-live-keys.ts";
import { usePlaces } from "./use-places.ts";
import { useSaid } from "./use-said.ts";
import { liveWords } from "./words.ts";

export interface LiveRoomProps {
  /** Slug; "" = all projects. */
  project: string;
  fleet: Fleet;
  /** When the fleet was read, by this browser's clock. */
  readAt: number;
  Tile: TileComponent;
}

export function LiveRoom({ project, fleet, readAt, Tile }: LiveRoomProps) {
  const t = useT(liveWords);
  const router = useRouter();
  const { canWrite } = useRights();
  const { places, rest } = usePlaces(
    project,
    fleet.runs.map(({ id }) => id),
  );
  const [menu, setMenu] = useState<{ run: string; kind: "all" | "stop" } | null>(null);
  const [steered, setSteered] = useState<string | null>(null);
  const onMenu = useCallback(
    (run: string, kind: "all" | "stop" | null) => setMenu(kind && { run, kind }),
    [],
  );
  const onSteer = useCallback(
    (run: string, isSteering: boolean) => setSteered(isSteering ? run : null),
    [],
  );
  const onShow = useCallback((href: string) => router.push(href), [router]);
  const { text, onSay } = useSaid(fleet.runs);
  useLiveKeys({ onMenu, onSteer, canWrite });

  const { data: projects = [] } = useProjects();
  const nameOf = new Map(projects.map(({ slug, name }) => [slug, name]));
  const runs = new Map(fleet.runs.map((run) => [run.id, run]));
  const starts = nextStarts(fleet.lanes);
  const free = Math.max(0, fleet.places.capacity - fleet.places.used);
  const drawn = places.slice(0, countDrawn(places, fleet.places.capacity));
  const isEmpty = fleet.runs.length === 0 && fleet.lanes.length === 0;
  return (
    <div className={roomClass}>
      <LaneSide fleet={fleet} readAt={readAt} />
      <section aria-label={t("tiles")} className="flex min-h-0 min-w-0 flex-1 flex-col gap-3">
        {isEmpty ? (
          <EmptyRoom project={project} />
        ) : (
          <div className={tilesClass}>
            {drawn.map((id, index) => {
              const run = id === null ? undefined : runs.get(id);
              if (run !== undefined)
                return (
                  <Tile
                    key={run.id}
                    run={run}
                    place={index + 1}
                    href={runHref(run)}
                    projectName={project === "" ? (nameOf.get(run.project) ?? run.project) : null}
                    menu={menu?.run === run.id ? menu.kind : null}
                    isSteering={steered === run.id}
                    onMenu={onMenu}
                    onSteer={onSteer}
                    onShow={onShow}
                    onSay={onSay}
                  />
                );
              const before = drawn.slice(0, index).filter((other) => other === null).length;
              return (
                <FreeTile
                  key={`free-${index}`}
                  place={index + 1}
                  isElsewhere={before >= free}
                  next={before >= free ? null : (starts[before] ?? null)}
                />
              );
            })}
          </div>
        )}
        <RestList runs={rest.flatMap((id) => runs.get(id) ?? [])} />
      </section>
      <p role="status" aria-live="polite" className="sr-only" data-said>
        {text}
      </p>
    </div>
  );
}
