"use client";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import type { Fleet, FleetRun } from "#server/contracts/fleet.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { useNow } from "#app/_lib/use-now.ts";
import { ageAt } from "./machine-lines.tsx";
import { liveWords } from "./words.ts";

/** Workers with heartbeats and sweeps, and the leases of runs: for the day on which something is wrong. */
export function MachineFold({ fleet, readAt }: { fleet: Fleet; readAt: number }) {
  const t = useT(liveWords);
  const [isOpen, setOpen] = useState(false);
  // Viewers are told nothing of the machine.
  if (fleet.workers.length === 0) return null;
  return (
    <section className="border-t pt-2">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-6 w-full items-center gap-1 text-left text-muted hover:text-ink"
      >
        {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
        {t("machine")}
      </button>
      {isOpen ? <Facts fleet={fleet} readAt={readAt} /> : null}
    </section>
  );
}

function Facts({ fleet, readAt }: { fleet: Fleet; readAt: number }) {
  const t = useT(liveWords);
  const format = useFormat();
  const now = useNow(1_000);
  const ageOf = (at: string) => format.age(ageAt(at, fleet.at, readAt, now) ?? 0);
  const claimed = fleet.runs.filter((run) => run.lease !== null);
  return (
    <div className="mt-1 flex flex-col gap-2 pl-5 text-sm" data-machine>
      <h3 className="font-medium">{t("machine.workers")}</h3>
      <ul className="flex flex-col gap-1">
        {fleet.workers.map((worker) => (
          <li key={worker.id} data-worker={worker.id} className="wrap-anywhere">
            {t("machine.worker", { ...worker, pid: String(worker.pid) })}
            <span className="block text-muted">
              {t("machine.heartbeat", { age: ageOf(worker.heartbeatAt) })}
              {" · "}
              {worker.lastTickAt === null
                ? t("machine.noSweep")
                : t("machine.sweep", { age: ageOf(worker.lastTickAt) })}
            </span>
            {worker.isDraining ? <span className="block">{t("machine.draining")}</span> : null}
          </li>
        ))}
      </ul>
      <h3 className="font-medium">{t("machine.leases")}</h3>
      {claimed.length === 0 ? <p className="text-muted">{t("machine.noLeases")}</p> : null}
      <ul className="flex flex-col gap-1">
        {claimed.map((run) => (
          <Lease key={run.id} run={run} fleet={fleet} />
        ))}
      </ul>
    </div>
  );
}

function Lease({ run, fleet }: { run: FleetRun; fleet: Fleet }) {
  const t = useT(liveWords);
  const format = useFormat();
  if (run.lease === null) return null;
  const { fence, until } = run.lease;
  const leftMs = Date.parse(until) - Date.parse(fleet.at);
  const owner = fleet.workers.find(({ id }) => id === run.lease?.worker);
  const worker = owner === undefined ? run.lease.worker : `${owner.host} ${owner.pid}`;
  const title = run.ticket === null ? run.agent : `${run.ticket} ${run.agent}`;
  return (
    <li data-lease={run.id} className="wrap-anywhere">
      {leftMs > 0
        ? t("machine.lease", { title, worker, fence, age: format.age(leftMs) })
        : t("machine.leaseOver", { title, worker, fence })}
    </li>
  );
}
