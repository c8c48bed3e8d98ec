import { loadEnv } from "../env.ts";

let isAllowed: boolean | undefined;

/** Whether this machine runs programs for rules. Read from the environment once. */
export function areScriptsAllowed(): boolean {
  isAllowed ??= loadEnv().allowScripts;
  return isAllowed;
}
