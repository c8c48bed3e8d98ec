import { Failure } from "#server/contracts/failure.ts";
import { route } from "#app/api/_route/route.ts";

/** Unknown addresses under /api are a JSON 404, never a page (api §1). */
const unknown = route({
  summary: "Unknown addresses",
  access: "read",
  agents: true,
  isCompat: true,
  handle({ request }) {
    throw new Failure(
      404,
      "ROUTE_UNKNOWN",
      `no address ${request.method} ${new URL(request.url).pathname}`,
    );
  },
});

export { unknown as DELETE, unknown as GET, unknown as PATCH, unknown as POST, unknown as PUT };
