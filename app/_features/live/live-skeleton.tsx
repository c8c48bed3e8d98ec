import { Skeleton, SkeletonLines } from "#app/_components/skeleton.tsx";
import { tileCount } from "./place-runs.ts";
import { roomClass, tilesClass } from "./room-class.ts";

/** Stands where lanes and tiles will be, at their size. */
export function LiveSkeleton() {
  return (
    <div className={roomClass}>
      <div className="hidden w-72 shrink-0 lg:block">
        <SkeletonLines count={6} />
      </div>
      <div className={tilesClass}>
        {Array.from({ length: tileCount }, (_, index) => (
          <Skeleton key={index} className="h-full min-h-52 rounded-lg" />
        ))}
      </div>
    </div>
  );
}
