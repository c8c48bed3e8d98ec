/** Coders, devops and agents without a type may write files; all others read (rule 6). */
export function mayWrite(agentType: string | null | undefined): boolean {
  return agentType == null || agentType === "coder" || agentType === "devops";
}
