import { AutomationsPage } from "#app/_features/automation/automations-page.tsx";

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  return <AutomationsPage slug={(await params).slug} />;
}
