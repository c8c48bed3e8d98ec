"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { folderInspectionSchema } from "#server/contracts/project.ts";
import { api } from "#app/_lib/api.ts";
import { useT } from "#app/_lib/i18n/locale-context.tsx";
import { useSystem } from "#app/_lib/queries.ts";
import { OpeningForm } from "./opening-form.tsx";
import { PathField } from "./path-field.tsx";
import { useSettled } from "./use-settled.ts";
import { openingWords } from "./words.ts";

/** "Opening a folder" (ux 1): what is there, five answers with defaults, the files to be written; nothing before the button. */
export function OpeningPage({ initialPath }: { initialPath: string | null }) {
  const t = useT(openingWords);
  const { data: system } = useSystem();
  const [path, setPath] = useState<string | null>(initialPath);
  const home = system?.homePath;
  useEffect(() => {
    if (home !== undefined) setPath((old) => old ?? `${home}/`);
  }, [home]);
  const wanted = useSettled(path ?? "", 250).replace(/(.)\/+$/, "$1");
  const inspection = useQuery({
    queryKey: ["inspect", wanted],
    queryFn: ({ signal }) =>
      api.get("/inspect", folderInspectionSchema, { signal, query: { path: wanted } }),
    enabled: wanted !== "" && wanted !== home,
    staleTime: 5_000,
  });
  return (
    <div className="mx-auto flex max-w-160 flex-col gap-5 px-4 py-6">
      <header>
        <h1 className="text-xl font-semibold">{t("title")}</h1>
        <p className="text-muted">{t("nothingStarts")}</p>
      </header>
      <PathField
        path={path ?? ""}
        onPath={setPath}
        error={inspection.data?.problem ?? (inspection.isError ? inspection.error.message : null)}
      />
      {inspection.isFetching && !inspection.data ? (
        <p role="status" className="text-muted">
          {t("inspecting")}
        </p>
      ) : null}
      {inspection.data && inspection.data.problem === null ? (
        <OpeningForm key={inspection.data.realPath} inspection={inspection.data} />
      ) : null}
    </div>
  );
}
