import { ImportPage } from "#app/_features/import/import-page.tsx";

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  return <ImportPage slug={(await params).slug} />;
}
