import { route } from "#app/api/_route/route.ts";
import { describeApi } from "./describe-api.ts";

export const GET = route({
  summary: "This description",
  access: "read",
  agents: true,
  isCompat: true,
  handle: () => describeApi(),
});
