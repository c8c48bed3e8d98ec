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
  };
}
