"use client";
import { Check, X } from "lucide-react";
import type { Ticket } from "#server/contracts/ticket.ts";
import type {
  AutomationVerdict,
  GateResult,
  SmallestChange,
  WhyAnswer,
} from "#server/contracts/why.ts";
import { Button } from "#app/_components/button.tsx";
import { ErrorState } from "#app/_components/error-state.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { Table, Td, Th } from "#app/_components/table.tsx";
import { TimeAgo } from "#app/_components/time-ago.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSentence } from "#app/_lib/i18n/use-sentence.ts";
import { useFormat } from "#app/_lib/use-format.ts";
import { gateValueText } from "./gate-value.ts";
import { useWhy } from "./use-ticket.ts";
import type { SmallWrite, useTicketWrites } from "./use-ticket-writes.ts";
import { whyWords } from "./why-words.ts";

export interface WhyTabProps {
  slug: string;
  ticket: Ticket;
  writes: ReturnType<typeof useTicketWrites>;
}

/** What started, what holds, and the smallest change that would start it. */
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
      <Past past={why.data.past} />
      <Now why={why.data} onApply={apply} />
    </div>
  );
}

function Past({ past }: { past: WhyAnswer["past"] }) {
  const t = useT(whyWords);
  const say = useSentence();
  return (
    <section>
      <h3 className="mb-1 font-medium">{t("why.past")}</h3>
      {past.length === 0 ? <p className="text-muted">{t("why.pastNone")}</p> : null}
      <ul className="flex flex-col gap-0.5">
        {past.map((cause) => (
          <li key={cause.runId} className="flex flex-wrap gap-x-2">
            <TimeAgo at={cause.at} className="text-muted" />
            <span className="font-medium">{cause.agent}</span>
            <span className="min-w-0">{say(cause.sentence)}</span>
            {cause.outcome === null ? null : <span className="text-muted">{cause.outcome}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Now({ why, onApply }: { why: WhyAnswer; onApply: (write: SmallWrite) => void }) {
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
            {why.waits.place === null ? "" : ` · ${t("why.place", { place: why.waits.place })}`}
          </p>
          <Smallest change={why.waits.smallestChange} onApply={onApply} />
        </div>
      )}
      {why.automations.length === 0 ? <p className="text-muted">{t("why.none")}</p> : null}
      {why.automations.map((verdict) => (
        <Verdict key={verdict.automationId} verdict={verdict} onApply={onApply} />
      ))}
    </section>
  );
}

function Verdict({
  verdict,
  onApply,
}: {
  verdict: AutomationVerdict;
  onApply: (write: SmallWrite) => void;
}) {
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
      <Smallest change={verdict.smallestChange} onApply={onApply} />
      <details className="mt-1">
        <summary className="min-h-6 text-sm text-muted">
          {t("why.allGates")} ({verdict.gates.filter((gate) => gate.pass).length}/
          {verdict.gates.length})
        </summary>
        <Gates gates={verdict.gates} label={t("why.gatesOf", { name })} />
      </details>
    </div>
  );
}

function Gates({ gates, label }: { gates: readonly GateResult[]; label: string }) {
  const t = useT(whyWords);
  const format = useFormat();
  return (
    <Table label={label} className="text-sm">
      <thead>
        <tr>
          <Th>{t("why.gate")}</Th>
          <Th>{t("why.expected")}</Th>
          <Th>{t("why.actual")}</Th>
          <Th>{t("why.since")}</Th>
        </tr>
      </thead>
      <tbody>
        {gates.map((gate) => (
          <tr key={gate.code} data-gate={gate.code} data-pass={gate.pass}>
            <Td title={gate.code}>
              <span className="flex items-center gap-1.5">
                {gate.pass ? (
                  <Check size={13} className="shrink-0 text-green" aria-hidden />
                ) : (
                  <X size={13} className="shrink-0 text-red" aria-hidden />
                )}
                {t(`gate.${gate.code}`)}
                <span className="sr-only">{t(gate.pass ? "why.pass" : "why.fail")}</span>
                {gate.forced === true ? (
                  <span className="text-amber">{t("why.forced")}</span>
                ) : null}
              </span>
            </Td>
            <Td className="max-w-60 break-words">{gateValueText(gate.expected)}</Td>
            <Td className="max-w-60 break-words">{gateValueText(gate.actual)}</Td>
            <Td className="whitespace-nowrap">
              {gate.since ? <TimeAgo at={gate.since} /> : null}
              {gate.until ? <span> {t("why.until", { at: format.exact(gate.until) })}</span> : null}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** A change that is one write is a button (ux 15). */
function Smallest({
  change,
  onApply,
}: {
  change: SmallestChange | null;
  onApply: (write: SmallWrite) => void;
}) {
  const t = useT(whyWords);
  const say = useSentence();
  const format = useFormat();
  if (change === null) return null;
  const { write } = change;
  if (write === null) return <p className="text-muted">{say(change.sentence)}</p>;
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
    case "raise_budget":
      return t("write.raise_budget", { amount: money(write.byUsd) });
  }
}
