/** Where an agent keeps what it learned, relative to the workspace. */
export function memoryPath(agent: string): string {
  return `.agents/${agent}/memory.md`;
}

/** Used where the workspace has no instructions of its own. */
export const memoryInstructions = `Compact your memory file, .agents/{agentSlug}/memory.md. It is put before your skill at the start of every first run, so every line costs money each time.

1. Read the file. If it does not exist or is shorter than 40 lines, change nothing and stop.
2. Merge what is said twice, drop what is out of date or about one ticket only, and shorten the rest.
3. Keep decisions with their reason, facts about the project that are not in its files, and mistakes not to make again.
4. Write the result back to the same file: at most 100 lines, grouped under short headings.

Change no other file, run no command, and add nothing that is not in the file now.`;

/** The instructions for one agent: `{agentSlug}` is its slug (compat §5.1). */
export function memoryPrompt(instructions: string, agent: string): string {
  return instructions.replaceAll("{agentSlug}", agent);
}
