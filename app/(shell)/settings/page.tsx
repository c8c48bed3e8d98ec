import type { Metadata } from "next";
import { AccountPage } from "#app/_features/account/account-page.tsx";

export const metadata: Metadata = { title: "Settings" };

export default function Page() {
  return <AccountPage />;
}
