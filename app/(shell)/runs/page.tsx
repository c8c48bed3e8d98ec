import type { Metadata } from "next";
import { RunsPage } from "#app/_features/runs/runs-page.tsx";

export const metadata: Metadata = { title: "Runs" };

export default function Page() {
  return <RunsPage />;
}
