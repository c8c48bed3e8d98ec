"use client";
import { runEventSchema, type RunEvent } from "#server/contracts/run-event.ts";
import { api, listOf, projectPath } from "#app/_lib/api.ts";

const pageEvents = 1000;

/** Saves all stored events of a run as one JSON object per line. */
export async function downloadEvents(slug: string, run: string): Promise<void> {
  const lines: string[] = [];
  let after = 0;
  for (;;) {
    const page: RunEvent[] = await api.get(
      `${projectPath(slug)}/runs/${encodeURIComponent(run)}/events`,
      listOf(runEventSchema),
      {
        query: { after, limit: pageEvents },
      },
    );
    for (const event of page) lines.push(`${JSON.stringify(event)}\n`);
    const last = page.at(-1)?.seq;
    if (last === undefined) break;
    after = last;
  }
  const url = URL.createObjectURL(new Blob(lines, { type: "application/x-ndjson" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `run-${run}.ndjson`;
  link.click();
  URL.revokeObjectURL(url);
}
