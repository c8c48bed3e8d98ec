import { readInside } from "#server/lib/inside-folder.ts";

const MAX_FILE_BYTES = 1_000_000;

/** Commands every project's agents may run at level Edit beside its own (rule 6). */
const gitCommands = ["git add", "git commit"];

/**
 * Commands that test or build what lies in a folder, read from its files and never run: scripts of
 * package.json, targets of a Makefile, Cargo, Go, pytest; then `git add` and `git commit`.
 */
export async function detectCommands(folder: string): Promise<string[]> {
  const read = async (name: string): Promise<string | null> => {
    const file = await readInside(folder, name, MAX_FILE_BYTES).catch(() => null);
    return file ? file.bytes.toString("utf8") : null;
  };
  const [manifest, makefile, cargo, go, pyproject, pytestIni, pnpm, yarn] = await Promise.all(
    [
      "package.json",
      "Makefile",
      "Cargo.toml",
      "go.mod",
      "pyproject.toml",
      "pytest.ini",
      "pnpm-lock.yaml",
      "yarn.lock",
    ].map(read),
  );
  const manager = pnpm != null ? "pnpm" : yarn != null ? "yarn" : "npm";
  return [
    ...scriptsOf(manifest ?? null, manager),
    ...targetsOf(makefile ?? null),
    ...(cargo == null ? [] : ["cargo test", "cargo build"]),
    ...(go == null ? [] : ["go test", "go build"]),
    ...(pytestIni != null || pyproject?.includes("pytest") ? ["pytest"] : []),
    ...gitCommands,
  ];
}

function scriptsOf(manifest: string | null, manager: string): string[] {
  if (manifest === null) return [];
  let scripts: unknown;
  try {
    ({ scripts } = JSON.parse(manifest) as { scripts?: unknown });
  } catch {
    return [];
  }
  if (typeof scripts !== "object" || scripts === null) return [];
  return ["test", "build", "lint"]
    .filter((name) => name in scripts)
    .map((name) => (name === "test" ? `${manager} test` : `${manager} run ${name}`));
}

function targetsOf(makefile: string | null): string[] {
  if (makefile === null) return [];
  return ["test", "build"]
    .filter((name) => new RegExp(`^${name}\\s*:(?!=)`, "m").test(makefile))
    .map((name) => `make ${name}`);
}
