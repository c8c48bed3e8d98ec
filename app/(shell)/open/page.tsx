import type { Metadata } from "next";
import { OpeningPage } from "#app/_features/opening/opening-page.tsx";

export const metadata: Metadata = { title: "Open a folder" };

export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ path?: string | string[] }>;
}) {
  const { path } = await searchParams;
  return <OpeningPage initialPath={typeof path === "string" ? path : null} />;
}
