"use client";
import type { ComponentProps } from "react";
import type { FleetRun } from "#server/contracts/fleet.ts";
import { LivePage } from "#app/_features/live/live-page.tsx";
import { RunTile } from "#app/_features/run/tile/run-tile.tsx";
import { Composer } from "#app/_features/ticket/composer.tsx";
import { useOpenTicket } from "#app/_lib/live-provider.tsx";

/** The control room with the tile of a run and a ticket's composer put in: features do not know each other. */
export function ControlRoom() {
  return <LivePage Tile={Tile} />;
}

function Tile(props: Omit<ComponentProps<typeof RunTile>, "Composer">) {
  return <RunTile {...props} Composer={TileComposer} />;
}

function TileComposer({ slug, number, run }: { slug: string; number: number; run: FleetRun }) {
  const tellWriting = useOpenTicket(slug, number);
  return (
    <Composer slug={slug} number={number} run={run} takenOverBy={null} onWriting={tellWriting} />
  );
}
