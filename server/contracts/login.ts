import { z } from "zod";

/** POST /login: a one-time login link's token, or the owner's or a personal token. */
export const loginSchema = z.strictObject({ token: z.string().trim().min(1).max(512) });
export type Login = z.infer<typeof loginSchema>;

/** 200 of it; the session itself travels as an HttpOnly cookie. */
export const loginAnswerSchema = z.object({
  slug: z.string(),
  name: z.string(),
  expiresAt: z.iso.datetime(),
});
export type LoginAnswer = z.infer<typeof loginAnswerSchema>;
