"use client";
import type { Ticket } from "#server/contracts/ticket.ts";
import type { AutomationVerdict, SmallestChange, WhyAnswer } from "#server/contracts/why.ts";
import { AcceptSettings } from "#app/_components/accept-settings.tsx";
import { Button } from "#app/_components/button.tsx";
import { ErrorState } from "#app/_components/error-state.tsx";
import { ForWriters } from "#app/_components/for-writers.tsx";
import { GateTable } from "#app/_components/gate-table.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { useLocale, useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { ordinal } from "#app/_lib/ordinal.ts";
import { useFormat } from "#app/_lib/use-format.ts";
import { useRights } from "#app/_lib/use-rights.ts";
import { useWhy } from "./use-ticket.ts";
import type { SmallWrite, useTicketWrites } from "./use-ticket-writes.ts";
import { WhyHistory } from "./why-history.tsx";
import { WhyPast } from "./why-past.tsx";
import { whyWords } from "./why-words.ts";

export interface WhyTabProps {
  slug: string;
  ticket: Ticket;
  writes: ReturnType<typeof useTicketWrites>;
}

/** What happened, what holds it, the smallest change that would start it, and what held it before. */
export function WhyTab({ slug, ticket, writes }: WhyTabProps) {
  const t = useT(whyWords);
  const why = useWhy(slug, ticket.id);
  if (why.isError) return <ErrorState error={why.error} onRetry={() => void why.refetch()} />;
  if (why.data === undefined)
    return (
      <div className="p-3">
        <SkeletonLines count={6} />
      </div>
    );
  const apply = (write: SmallWrite) =>
    void writes
      .apply(
        write,
        ticket.labels.map((label) => label.id),
      )
      .then(() => why.refetch());
  return (
    <div className="flex flex-col gap-4 p-3">
      {why.data.engineAlive ? null : (
        <p role="status" className="rounded bg-grey-tint px-2 py-1 text-muted">
          {t("why.stale", { when: "" })} <TimeAgo at={why.data.evaluatedAt} />
        </p>
      )}
      <TakenOver ticket={ticket} onApply={apply} />
      <WhyPast slug={slug} number={ticket.id} past={why.data.past} />
      <Now slug={slug} why={why.data} onApply={apply} />
      <WhyHistory history={why.data.history} />
    </div>
  );
}

/** A person has the session of its agent: said wherever the ticket is, also where no rule looks (ux 36). */
function TakenOver({ ticket, onApply }: { ticket: Ticket; onApply: (write: SmallWrite) => void }) {
  const t = useT(whyWords);
  const held = ticket.state?.takenOver ?? null;
  if (held === null) return null;
  const { by, agent, runId: run } = held;
  return (
    <div
      className="rounded border border-line-strong bg-grey-tint px-2 py-1.5"
      data-why-taken-over={by}
    >
      <p>{t("why.takenOver", { by, agent })}</p>
      <ForWriters>
        <Button
          size="small"
          className="mt-1"
          onClick={() => onApply({ kind: "give_back", run })}
          data-write="give_back"
        >
          {t("write.give_back")}
        </Button>
      </ForWriters>
    </div>
  );
}

interface Applies {
  slug: string;
  onApply: (write: SmallWrite) => void;
}

function Now({ slug, why, onApply }: Applies & { why: WhyAnswer }) {
  const t = useT(whyWords);
  const say = useSentence();
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-medium">{t("why.now")}</h3>
      {why.waits === null ? null : (
        <div
          className="rounded border border-line-strong bg-grey-tint px-2 py-1.5"
          data-why-waits={why.waits.code}
        >
          <p>
            <span className="font-medium">{t("why.waits")}: </span>
            {say(why.waits.sentence)}
            <Place waits={why.waits} />
          </p>
          <Smallest slug={slug} change={why.waits.smallestChange} onApply={onApply} />
        </div>
      )}
      {why.automations.length === 0 ? <p className="text-muted">{t("why.none")}</p> : null}
      {why.automations.map((verdict) => (
        <Verdict key={verdict.automationId} slug={slug} verdict={verdict} onApply={onApply} />
      ))}
    </section>
  );
}

/** "2nd in line for workspace, after #41" (ux 21). */
function Place({ waits }: { waits: NonNullable<WhyAnswer["waits"]> }) {
  const t = useT(whyWords);
  const locale = useLocale();
  if (waits.place === null || waits.group === null) return null;
  const place = t("why.place", { place: ordinal(waits.place, locale), group: waits.group });
  const ahead = waits.ahead == null ? "" : `, ${t("why.ahead", { ticket: waits.ahead })}`;
  return <span data-why-place={waits.place}>{` · ${place}${ahead}`}</span>;
}

function Verdict({ slug, verdict, onApply }: Applies & { verdict: AutomationVerdict }) {
  const t = useT(whyWords);
  const say = useSentence();
  const { automationName: name, agent } = verdict;
  return (
    <div data-automation={verdict.automationId}>
      <p className="font-medium">{name}</p>
      {verdict.admitted ? (
        <p className="text-green">
          {agent === null ? t("why.admittedNoAgent", { name }) : t("why.admitted", { name, agent })}
        </p>
      ) : null}
      {verdict.sentence === null ? null : <p>{say(verdict.sentence)}</p>}
      <Smallest slug={slug} change={verdict.smallestChange} onApply={onApply} />
      <details className="mt-1">
        <summary className="min-h-6 text-sm text-muted">
          {t("why.allGates")} ({verdict.gates.filter((gate) => gate.pass).length}/
          {verdict.gates.length})
        </summary>
        <GateTable gates={verdict.gates} label={t("why.gatesOf", { name })} />
      </details>
    </div>
  );
}

/** A change that is one write is a button (ux 15). */
function Smallest({ slug, change, onApply }: Applies & { change: SmallestChange | null }) {
  const t = useT(whyWords);
  const say = useSentence();
  const format = useFormat();
  const { isReader } = useRights();
  if (change === null) return null;
  const { write } = change;
  if (write === null || isReader) return <p className="text-muted">{say(change.sentence)}</p>;
  if (write.kind === "accept_settings") {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <p className="text-muted">{say(change.sentence)}</p>
        <AcceptSettings slug={slug} />
      </div>
    );
  }
  return (
    <Button
      size="small"
      className="mt-1"
      title={say(change.sentence)}
      onClick={() => onApply(write)}
      data-write={write.kind}
    >
      {writeText(write, t, format.moneyShort)}
    </Button>
  );
}

function writeText(
  write: SmallWrite,
  t: ReturnType<typeof useT<(typeof whyWords)["en"]>>,
  money: (usd: number) => string,
): string {
  switch (write.kind) {
    case "assign":
      return t("write.assign", { slug: write.slug });
    case "add_label":
      return t("write.add_label", { label: write.label });
    case "move":
      return t("write.move", { column: write.column });
    case "resume_project":
      return t("write.resume_project");
    case "lift_stop":
      return t("write.lift_stop", { agent: write.agent });
    case "release_hold":
      return t("write.release_hold", { agent: write.agent });
    case "give_back":
      return t("write.give_back");
    case "release_group":
      return t("write.release_group", { group: write.group });
    case "raise_budget":
      return t("write.raise_budget", { amount: money(write.byUsd) });
  }
}
