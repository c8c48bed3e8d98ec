"use client";
import { useMe } from "./queries.ts";

/** Who may change what (ux 34). Nobody anything until that is known. */
export function useRights() {
  const { data: me } = useMe();
  const isOwner = me?.role === "owner";
  return {
    isKnown: me !== undefined,
    isOwner,
    canMaintain: isOwner || me?.isMaintainer === true,
    canWrite: me !== undefined && me.role !== "viewer",
    /** Known to be somebody who may not change skills, automations and settings. */
    isLooker: me !== undefined && !isOwner && !me.isMaintainer,
    /** Known to be somebody who may only read. */
    isReader: me?.role === "viewer",
  };
}
