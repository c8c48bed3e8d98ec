import { SettingsPage } from "#app/_features/settings/settings-page.tsx";

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  return <SettingsPage slug={(await params).slug} />;
}
