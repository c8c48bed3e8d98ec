/** The SQL that leads from one schema text (`null`: an empty database) to another. */
export function diffSchemas(from: string | null, to: string): Promise<string>;
