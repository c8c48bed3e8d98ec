import { json, route } from "#app/api/_route/route.ts";
import { acceptInvitation } from "#server/commands/accounts/accept-invitation.ts";
import { login } from "#server/commands/login.ts";
import { loginAnswerSchema, loginSchema } from "#server/contracts/login.ts";
import { printSessionCookie } from "#server/lib/session-cookie.ts";

export const POST = route({
  summary:
    "Exchanges a login link, the owner's token, a personal token, a name with its password, or an invitation for a session cookie",
  access: "public",
  body: loginSchema,
  answer: loginAnswerSchema,
  async handle({ database, body, now, request }) {
    const userAgent = request.headers.get("user-agent");
    const { token, invitation, handle = "", name = "", password = "" } = body;
    const session =
      invitation !== undefined
        ? await acceptInvitation(database, { invitation, handle, name, password, userAgent }, now)
        : await login(
            database,
            { ...(token === undefined ? { name, password } : { token }), userAgent },
            now,
          );
    const cookie = printSessionCookie({
      name: session.cookieName,
      value: session.cookieValue,
      maxAgeSeconds: Math.floor((session.expiresAt.getTime() - now.getTime()) / 1000),
      isSecure: request.headers.get("origin")?.startsWith("https:") ?? false,
    });
    return json(
      200,
      { ...session.user, expiresAt: session.expiresAt.toISOString() },
      { "Set-Cookie": cookie },
    );
  },
});
