import { notFound } from "next/navigation";
import { ComponentsPage } from "#app/_features/components/components-page.tsx";

/** All components in one place; in development only. */
export default function Page() {
  if (process.env.NODE_ENV === "production") notFound();
  return <ComponentsPage />;
}
