/** The fields that every row of a run has, for tests that need one without starting anything. */
export function runRow(projectId: number, id: string) {
  return {
    id,
    projectId,
    agent: "programmer",
    cause: "manual",
    causeText: {},
    prompt: "Do it",
    maxTurns: 1,
    permissionLevel: "edit",
    timeoutSeconds: 60,
    cwd: "/workspace",
    contract: {},
    contractHash: "",
    admittedRevision: 0,
  };
}
