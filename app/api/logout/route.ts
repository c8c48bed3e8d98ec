import { json, route } from "#app/api/_route/route.ts";
import { logout } from "#server/commands/logout.ts";
import { printSessionCookie } from "#server/lib/session-cookie.ts";

export const POST = route({
  summary: "Ends the browser session",
  access: "read",
  async handle({ database, actor, now }) {
    const { cookieName } = await logout(database, actor, now);
    const cookie = printSessionCookie({
      name: cookieName,
      value: "",
      maxAgeSeconds: 0,
      isSecure: false,
    });
    return json(200, {}, { "Set-Cookie": cookie });
  },
});
