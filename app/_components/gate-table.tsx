"use client";
import { Check, X } from "lucide-react";
import type { GateResult } from "#server/contracts/why.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { gateValueText } from "./gate-value.ts";
import { gateWords } from "./gate-words.ts";
import { Table, Td, Th } from "./table.tsx";
import { TimeAgo } from "./time-ago.tsx";

/** Every gate with what it asks for, what it found and since when. */
export function GateTable({ gates, label }: { gates: readonly GateResult[]; label: string }) {
  const t = useT(gateWords);
  const format = useFormat();
  return (
    <Table label={label} className="text-sm">
      <thead>
        <tr>
          <Th>{t("gates.gate")}</Th>
          <Th>{t("gates.expected")}</Th>
          <Th>{t("gates.actual")}</Th>
          <Th>{t("gates.since")}</Th>
        </tr>
      </thead>
      <tbody>
        {gates.map((gate) => (
          <tr key={gate.code} data-gate={gate.code} data-pass={gate.pass}>
            <th scope="row" className="h-9 border-b px-3 text-left align-middle font-normal">
              <GateName gate={gate} />
            </th>
            <Td className="max-w-60 break-words">{gateValueText(gate.expected)}</Td>
            <Td className="max-w-60 break-words">{gateValueText(gate.actual)}</Td>
            <Td className="whitespace-nowrap">
              {gate.since ? <TimeAgo at={gate.since} /> : null}
              {gate.until ? (
                <span> {t("gates.until", { at: format.exact(gate.until) })}</span>
              ) : null}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function GateName({ gate }: { gate: GateResult }) {
  const t = useT(gateWords);
  return (
    <span className="flex items-center gap-1.5">
      {gate.pass ? (
        <Check size={13} className="shrink-0 text-green" aria-hidden />
      ) : (
        <X size={13} className="shrink-0 text-red" aria-hidden />
      )}
      <span>
        {t(`gate.${gate.code}`)}
        <span className="sr-only"> {t(gate.pass ? "gates.pass" : "gates.fail")}</span>
        <span className="block font-mono text-xs text-muted">{gate.code}</span>
      </span>
      {gate.forced === true ? <span className="text-amber">{t("gates.forced")}</span> : null}
    </span>
  );
}
