import { z } from "zod";

/** A time as Postgres writes it in JSON. */
export const momentSchema = z.string().transform((text) => new Date(text));

/** An amount as decimal text, as the database keeps it. */
export const amountSchema = z.string().regex(/^-?\d+(\.\d+)?$/);
