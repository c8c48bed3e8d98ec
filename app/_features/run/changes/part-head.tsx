"use client";
import { ArrowUpRight } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef } from "react";
import type { FileDiff } from "#server/contracts/run.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useNow } from "#app/_lib/use-now.ts";
import { useFormat } from "#app/_lib/use-format.ts";
import { detailsWords } from "../details-words.ts";
import { toolLabel } from "../tool-renderers/tool-label.ts";
import { toolWords } from "../tool-renderers/words.ts";

export interface PartHeadProps {
  writer: NonNullable<FileDiff["writers"][number]>;
  href: string;
  /** Somebody came from the call to what it wrote. */
  isWanted: boolean;
  /** Where the call is on the same page; absent: the address leads there. */
  onShow?: ((seq: number) => void) | undefined;
}

/** Over a part of a difference: the call that wrote it (ux 17). */
export function PartHead({ writer, href, isWanted, onShow }: PartHeadProps) {
  const t = useT(detailsWords);
  const tool = useT(toolWords);
  const format = useFormat();
  const now = useNow(60_000);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    link.current?.scrollIntoView({ block: "center" });
    link.current?.focus({ preventScroll: true });
  }, [isWanted]);
  return (
    <div className="sticky left-0 flex w-[100cqw] border-y border-line bg-sunken px-2 font-sans first:border-t-0">
      <Link
        ref={link}
        href={href}
        data-writer={writer.seq}
        className="inline-flex min-h-6 items-center gap-1 text-sm text-accent hover:underline"
        onClick={(event) => {
          const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
          if (onShow === undefined || !isPlain) return;
          event.preventDefault();
          onShow(writer.seq);
        }}
      >
        {t("changes.writtenBy", {
          tool: toolLabel(writer.tool, tool),
          at: format.clock(writer.at, now),
        })}
        <ArrowUpRight size={13} aria-hidden />
      </Link>
    </div>
  );
}
