/** The pages of a project, of which ticket 1 has a run, and of the installation. */
export const everyPage = (slug: string): string[] => [
  "/",
  "/open",
  `/p/${slug}`,
  `/p/${slug}/t/1`,
  `/p/${slug}/review`,
  `/p/${slug}/agents`,
  `/p/${slug}/automations`,
  `/p/${slug}/settings`,
  ...["agents", "money", "workspace", "members", "danger"].map(
    (tab) => `/p/${slug}/settings?tab=${tab}`,
  ),
  "/runs",
  "/costs",
  `/costs?project=${slug}&by=agent`,
];
