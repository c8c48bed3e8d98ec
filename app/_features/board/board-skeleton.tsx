import { SkeletonLines } from "#app/_components/skeleton.tsx";

export function BoardSkeleton() {
  return (
    <div className="flex min-h-0 flex-1 gap-1.5 p-1.5">
      {[5, 3, 1, 2].map((count, index) => (
        <div key={index} className="min-w-0 flex-1 rounded-lg border bg-surface p-2">
          <SkeletonLines count={count} className="h-[57px]" />
        </div>
      ))}
    </div>
  );
}
