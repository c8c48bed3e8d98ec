"use client";
import Link from "next/link";
import type { Project } from "#server/contracts/project.ts";
import { Gauge } from "#app/_components/gauge.tsx";
import { Tooltip } from "#app/_components/tooltip.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useFormat } from "#app/_lib/use-format.ts";
import { shellWords } from "./words.ts";

/** Today's money against the cap, leading to where it went; what is set aside is the paler part. */
export function BarMoney({ project }: { project: Project }) {
  const t = useT(shellWords);
  const format = useFormat();
  const { spentUsd, reservedUsd, capUsd, isEstimated } = project.budget;
  const mark = isEstimated ? "~" : "";
  const spent = `${mark}${format.money(spentUsd)}`;
  const cap = capUsd === null ? null : format.moneyShort(capUsd);
  const says =
    cap === null
      ? t("moneyNoCap", { spent })
      : reservedUsd > 0
        ? t("moneyReserved", { spent, cap, reserved: format.money(reservedUsd) })
        : t("money", { spent, cap });
  const text = isEstimated ? `${says} (${t("estimated")})` : says;
  return (
    <Tooltip text={text}>
      <Link
        data-number
        href={`/costs?project=${encodeURIComponent(project.slug)}`}
        aria-label={text}
        className="hidden h-7 items-center gap-1.5 rounded px-1.5 text-muted hover:bg-hover md:flex"
      >
        <span>
          <span className="text-ink">{spent}</span>
          {cap === null ? null : `/${cap}`}
        </span>
        {capUsd === null || capUsd === 0 ? null : (
          <Gauge label={text} share={spentUsd / capUsd} reserved={reservedUsd / capUsd} />
        )}
      </Link>
    </Tooltip>
  );
}
