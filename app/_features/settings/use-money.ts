"use client";
import type { PatchMoney } from "#server/contracts/project-settings.ts";
import type { TabProps } from "./tab-props.ts";
import { useWrite } from "./use-settings.ts";

/** Saves one amount of automations.json, as long as the file is the one that was shown. */
export function useMoney({ project, overview }: TabProps) {
  const { mutateAsync, error, isPending, isSuccess } = useWrite(project.slug);
  return {
    error,
    isPending,
    isSuccess,
    save: (fields: Omit<PatchMoney, "stamp">): Promise<unknown> =>
      mutateAsync({
        method: "patch",
        path: "/settings/money",
        body: { ...fields, stamp: overview.money.stamp },
      }),
  };
}
