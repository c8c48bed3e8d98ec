"use client";
import { useState } from "react";
import { stateWords } from "#server/contracts/words.ts";
import { Badge, hues, LabelBadge, type Hue } from "#app/_components/badge.tsx";
import { Button } from "#app/_components/button.tsx";
import { EmptyState } from "#app/_components/empty-state.tsx";
import { ErrorState } from "#app/_components/error-state.tsx";
import { Gauge } from "#app/_components/gauge.tsx";
import { SkeletonLines } from "#app/_components/skeleton.tsx";
import { StateWord } from "#app/_components/state-word.tsx";
import { Table, Td, Th } from "#app/_components/table.tsx";
import { Tabs } from "#app/_components/tabs.tsx";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { Group } from "./show-controls.tsx";
import { showcaseWords } from "./words.ts";

export function ShowContent() {
  const t = useT(showcaseWords);
  const [tab, setTab] = useState<"one" | "two">("one");
  return (
    <>
      <Group title={t("states")}>
        {stateWords.map((word) => (
          <StateWord key={word} word={word} />
        ))}
        <StateWord word="sleeps" gate="PROVIDER_LIMIT" />
      </Group>
      <Group title={t("badges")}>
        {(Object.keys(hues) as Hue[]).map((hue) => (
          <Badge key={hue} hue={hue}>
            {hue}
          </Badge>
        ))}
        <LabelBadge name={t("sample")} color="#3b82f6" />
        <Gauge label={t("sample")} share={0.4} reserved={0.2} />
        <Gauge label={t("sample")} share={0.9} />
      </Group>
      <Group title={t("rest")}>
        <Tabs
          className="w-full"
          label={t("sample")}
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: "one", label: t("one"), count: 3, content: t("text") },
            { value: "two", label: t("two"), content: t("text") },
          ]}
        />
        <Table label={t("sample")}>
          <thead>
            <tr>
              <Th>{t("one")}</Th>
              <Th>{t("two")}</Th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <Td>{t("text")}</Td>
              <Td>{t("sample")}</Td>
            </tr>
          </tbody>
        </Table>
        <EmptyState title={t("sample")} action={<Button look="filled">{t("open")}</Button>}>
          {t("text")}
        </EmptyState>
        <ErrorState error={new Error(t("wrong"))} onRetry={() => undefined} />
        <div className="w-56">
          <SkeletonLines count={3} />
        </div>
      </Group>
    </>
  );
}
