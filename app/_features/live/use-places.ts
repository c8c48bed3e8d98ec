"use client";
import { useEffect, useMemo, useState } from "react";
import { z } from "zod";
import { noPlaces, placeRuns, type Places } from "./place-runs.ts";

const storedSchema = z.array(z.string().nullable());

function storageKey(project: string): string {
  return `signalbox-live-places:${project}`;
}

function readPlaces(project: string): Places {
  if (typeof window === "undefined") return noPlaces;
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey(project)) ?? "null");
    return storedSchema.catch([]).parse(stored);
  } catch {
    return noPlaces;
  }
}

/** Where each active run is shown; the same after a reload of the tab. Use it below a component keyed by the project. */
export function usePlaces(
  project: string,
  active: readonly string[],
): { places: Places; rest: readonly string[] } {
  const [old, setOld] = useState(() => readPlaces(project));
  const ids = active.join(" ");
  const placed = useMemo(
    () =>
      placeRuns(
        old,
        ids.split(" ").filter((id) => id !== ""),
      ),
    [old, ids],
  );
  useEffect(() => {
    // Placing runs where they are changes nothing, so that this comes to rest at once.
    setOld((now) => (isSame(now, placed.places) ? now : placed.places));
    sessionStorage.setItem(storageKey(project), JSON.stringify(placed.places));
  }, [placed.places, project]);
  return placed;
}

function isSame(a: Places, b: Places): boolean {
  return a.length === b.length && a.every((run, index) => run === b[index]);
}
