"use client";
import {
  ArrowDown,
  ArrowUp,
  CircleAlert,
  Download,
  Ellipsis,
  FilePen,
  Search,
  X,
} from "lucide-react";
import { useState } from "react";
import { Input } from "#app/_components/field.tsx";
import { IconButton } from "#app/_components/icon-button.tsx";
import { Menu, MenuItem } from "#app/_components/menu.tsx";
import { Select } from "#app/_components/select.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { downloadEvents } from "../download-events.ts";
import { transcriptWords } from "./words.ts";
import { filters, type Filter } from "./filter.ts";

export interface TranscriptToolbarProps {
  slug: string;
  run: string;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  query: string;
  onQuery: (query: string) => void;
  /** Positions that match the query, in order. */
  matches: readonly number[];
  current: number | null;
  onGoTo: (index: number | undefined) => void;
  onNextError: () => void;
  onNextEdit: () => void;
}

export function TranscriptToolbar(props: TranscriptToolbarProps) {
  const t = useT(transcriptWords);
  const [isFinding, setFinding] = useState(false);
  return (
    <div className="flex min-h-8 shrink-0 flex-wrap items-center gap-1 border-b px-2 py-0.5">
      <Select
        aria-label={t("filter.label")}
        className="h-6 border-transparent text-sm"
        options={filters.map((value) => ({ value, label: t(`filter.${value}`) }))}
        value={props.filter}
        onValueChange={props.onFilter}
      />
      <span className="flex-1" />
      {isFinding ? (
        <Finder {...props} onClose={() => setFinding(false)} />
      ) : (
        <IconButton
          size="small"
          label={t("find.open")}
          icon={<Search size={14} aria-hidden />}
          onClick={() => setFinding(true)}
        />
      )}
      <Menu
        align="end"
        label={t("more")}
        trigger={
          <IconButton size="small" label={t("more")} icon={<Ellipsis size={14} aria-hidden />} />
        }
      >
        <MenuItem icon={<CircleAlert size={14} aria-hidden />} onSelect={props.onNextError}>
          {t("jump.error")}
        </MenuItem>
        <MenuItem icon={<FilePen size={14} aria-hidden />} onSelect={props.onNextEdit}>
          {t("jump.edit")}
        </MenuItem>
        <MenuItem
          icon={<Download size={14} aria-hidden />}
          onSelect={() => void downloadEvents(props.slug, props.run)}
        >
          {t("download")}
        </MenuItem>
      </Menu>
    </div>
  );
}

function Finder({
  query,
  onQuery,
  matches,
  current,
  onGoTo,
  onClose,
}: TranscriptToolbarProps & { onClose: () => void }) {
  const t = useT(transcriptWords);
  const at = matches.findIndex((index) => index === current);
  const step = (by: number) =>
    onGoTo(matches.at((at === -1 && by < 0 ? 0 : at) + by) ?? matches[0]);
  const next = () => onGoTo(matches[(at + 1) % Math.max(1, matches.length)]);
  const close = () => {
    onQuery("");
    onClose();
  };
  return (
    <div role="search" className="flex items-center gap-1">
      <Input
        autoFocus
        aria-label={t("find.placeholder")}
        placeholder={t("find.placeholder")}
        className="h-6 w-44 text-sm"
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            if (event.shiftKey) step(-1);
            else next();
          }
          if (event.key === "Escape") {
            event.preventDefault();
            close();
          }
        }}
      />
      <span role="status" className="min-w-14 text-sm text-muted">
        {query === ""
          ? ""
          : matches.length === 0
            ? t("find.none")
            : t("find.count", { index: at + 1, count: matches.length })}
      </span>
      <IconButton
        size="small"
        label={t("find.previous")}
        icon={<ArrowUp size={14} aria-hidden />}
        onClick={() => step(-1)}
      />
      <IconButton
        size="small"
        label={t("find.next")}
        icon={<ArrowDown size={14} aria-hidden />}
        onClick={next}
      />
      <IconButton
        size="small"
        label={t("find.close")}
        icon={<X size={14} aria-hidden />}
        onClick={close}
      />
    </div>
  );
}
