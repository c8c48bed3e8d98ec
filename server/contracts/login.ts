import { z } from "zod";
import { handleSchema, passwordSchema, personNameSchema } from "./accounts.ts";

/**
 * POST /login, one of three: `token` (a one-time login link's, the owner's or a personal one); `name` and
 * `password`; `invitation` with the `handle`, `name` and `password` of the account it makes.
 */
export const loginSchema = z
  .strictObject({
    token: z.string().trim().min(1).max(512).optional(),
    invitation: z.string().trim().min(1).max(512).optional(),
    handle: handleSchema.optional(),
    name: personNameSchema.optional(),
    password: z.string().min(1).max(200).optional(),
  })
  .superRefine((login, context) => {
    const given = Object.entries(login)
      .filter(([, value]) => value !== undefined)
      .map(([field]) => field)
      .sort()
      .join(" ");
    if (!["token", "name password", "handle invitation name password"].includes(given)) {
      context.addIssue({
        code: "custom",
        message:
          "expected token, or name and password, or invitation with handle, name and password",
      });
    }
    if (login.invitation === undefined || login.password === undefined) return;
    const password = passwordSchema.safeParse(login.password);
    for (const { message } of password.error?.issues ?? [])
      context.addIssue({ code: "custom", message, path: ["password"] });
  });
export type Login = z.infer<typeof loginSchema>;

/** 200 of it; the session itself travels as an HttpOnly cookie. */
export const loginAnswerSchema = z.object({
  slug: z.string(),
  name: z.string(),
  expiresAt: z.iso.datetime(),
});
export type LoginAnswer = z.infer<typeof loginAnswerSchema>;
