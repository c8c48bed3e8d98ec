import { z } from "zod";
import { userRoleSchema } from "./words.ts";

const dateTime = z.iso.datetime();

/** Length is what makes a password hard to guess; nothing is asked of its letters. */
export const passwordSchema = z
  .string()
  .min(10, "expected at least 10 characters")
  .max(200, "expected at most 200 characters");

export const personNameSchema = z.string().trim().min(1).max(60);

/** The name a person signs in with and is called by: `@ada`. */
export const handleSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,38}$/,
    "expected letters, digits and dashes, at most 39, beginning with a letter or digit",
  );

/** GET /users: who may sign in. */
export const personSchema = z.object({
  handle: z.string(),
  name: z.string(),
  role: userRoleSchema,
  isMaintainer: z.boolean(),
  isDisabled: z.boolean(),
  hasPassword: z.boolean(),
  /** Slugs of the projects it is a member of; all that a viewer reads. */
  projects: z.array(z.string()),
  lastSeenAt: dateTime.nullable(),
  createdAt: dateTime,
});
export type Person = z.infer<typeof personSchema>;

/** PATCH /users/{handle}. `projects` replaces the memberships. */
export const patchPersonSchema = z.strictObject({
  role: userRoleSchema.optional(),
  isMaintainer: z.boolean().optional(),
  isDisabled: z.boolean().optional(),
  projects: z.array(z.string().max(100)).max(500).optional(),
});
export type PatchPerson = z.infer<typeof patchPersonSchema>;

/** PATCH /me. */
export const patchMeSchema = z.strictObject({ name: personNameSchema });

/** PUT /me/password: `current` where there is one already. */
export const setPasswordSchema = z.strictObject({
  current: z.string().max(200).optional(),
  password: passwordSchema,
});

/** POST /invitations: a link for one person, once, within seven days. */
export const createInvitationSchema = z.strictObject({
  role: userRoleSchema,
  isMaintainer: z.boolean().default(false),
  projects: z.array(z.string().max(100)).max(500).default([]),
});
export type CreateInvitation = z.infer<typeof createInvitationSchema>;

export const invitationSchema = z.object({
  id: z.string(),
  role: userRoleSchema,
  isMaintainer: z.boolean(),
  projects: z.array(z.string()),
  createdBy: z.string(),
  createdAt: dateTime,
  expiresAt: dateTime,
});
export type Invitation = z.infer<typeof invitationSchema>;

/** A link without the address of the host: the caller knows by which one it came. Shown once. */
const linkFields = { path: z.string(), expiresAt: dateTime };
export const newInvitationSchema = invitationSchema.extend(linkFields);
export const loginLinkSchema = z.object(linkFields);

/** GET /sessions: signed-in browsers. */
export const sessionSchema = z.object({
  id: z.string(),
  handle: z.string(),
  name: z.string(),
  userAgent: z.string().nullable(),
  createdAt: dateTime,
  lastSeenAt: dateTime,
  expiresAt: dateTime,
  /** The one that asks. */
  isCurrent: z.boolean(),
});
export type BrowserSession = z.infer<typeof sessionSchema>;

/** GET /tokens: a person's own, for scripts. */
export const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: dateTime,
  lastUsedAt: dateTime.nullable(),
  expiresAt: dateTime.nullable(),
});
export type PersonalToken = z.infer<typeof tokenSchema>;

/** POST /tokens; without days it works until it is revoked. */
export const createTokenSchema = z.strictObject({
  name: z.string().trim().min(1).max(60),
  expiresInDays: z.number().int().min(1).max(3_650).optional(),
});

/** The one time the token is shown. */
export const newTokenSchema = tokenSchema.extend({ token: z.string() });
