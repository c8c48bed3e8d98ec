import type { Metadata } from "next";
import { ReviewPanel } from "#app/_panels/review-panel.tsx";

type Props = { params: Promise<{ slug: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Review · ${(await params).slug}` };
}

export default async function Page({ params }: Props) {
  return <ReviewPanel slug={(await params).slug} />;
}
