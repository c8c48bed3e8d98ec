/** "/home/ada/pro" → the folder to list and the beginning of a name: "/home/ada", "pro". */
export function splitPath(path: string): { folder: string; beginning: string } {
  const slash = path.lastIndexOf("/");
  if (slash < 0) return { folder: "", beginning: path };
  return { folder: slash === 0 ? "/" : path.slice(0, slash), beginning: path.slice(slash + 1) };
}

interface Folder {
  name: string;
  isGit: boolean;
}

/** Folders whose name begins (else contains) what was typed; repositories first, then by name. */
export function matchFolders<F extends Folder>(folders: readonly F[], beginning: string): F[] {
  const typed = beginning.toLowerCase();
  const isHidden = (folder: F) => folder.name.startsWith(".") && !typed.startsWith(".");
  const rank = (folder: F) =>
    (folder.name.toLowerCase().startsWith(typed) ? 0 : 2) + (folder.isGit ? 0 : 1);
  return folders
    .filter((folder) => !isHidden(folder) && folder.name.toLowerCase().includes(typed))
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}
