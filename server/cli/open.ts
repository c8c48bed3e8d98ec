import { stat } from "node:fs/promises";
import path from "node:path";
import { hasDisplay, openBrowser } from "../box/open-browser.ts";
import type { CommandContext } from "./context.ts";
import { makeOwnerLink } from "./link.ts";

/**
 * Goes straight to "Opening a folder" (ux 37): prints a link that signs in and shows the folder, and
 * opens it where there is a display. Nothing is written and nothing starts before a person says so.
 */
export async function open(context: CommandContext): Promise<number> {
  const named = context.args.find((word) => !word.startsWith("-")) ?? ".";
  // npm runs programs from the package's folder and says here where the person stands.
  const folder = path.resolve(process.env["INIT_CWD"] ?? process.cwd(), named);
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new Error(`folder: expected a folder, found ${folder}, which is none`);
  const url = await makeOwnerLink(context, `/open?path=${encodeURIComponent(folder)}`);
  process.stdout.write(context.isJson ? `${JSON.stringify({ url })}\n` : `${url}\n`);
  const mayOpen = !context.args.includes("--no-open") && !context.isJson;
  if (mayOpen && hasDisplay(process.env, process.platform)) openBrowser(url, process.platform);
  return 0;
}
