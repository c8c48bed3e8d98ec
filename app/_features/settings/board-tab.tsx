"use client";
import { useRights } from "#app/_lib/use-rights.ts";
import { ColumnList } from "./column-list.tsx";
import { LabelList } from "./label-list.tsx";
import { ReadOnly } from "./setting.tsx";
import type { TabProps } from "./tab-props.ts";

/** Columns and labels: what every member of the team may change. */
export function BoardTab({ project, overview }: TabProps) {
  const { isKnown, canWrite } = useRights();
  return (
    <>
      {isKnown && !canWrite ? <ReadOnly who="write" /> : null}
      <ColumnList slug={project.slug} overview={overview} isDisabled={!canWrite} />
      <LabelList slug={project.slug} overview={overview} isDisabled={!canWrite} />
    </>
  );
}
