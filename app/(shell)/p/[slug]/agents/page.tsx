import { AgentsPage } from "#app/_features/skill/agents-page.tsx";

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  return <AgentsPage slug={(await params).slug} />;
}
