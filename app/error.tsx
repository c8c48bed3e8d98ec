"use client";
import { ErrorState } from "./_components/error-state.tsx";

export default function PageError({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <main className="mx-auto max-w-160 pt-[16vh]">
      <ErrorState error={error} onRetry={reset} />
    </main>
  );
}
