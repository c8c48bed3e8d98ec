import type { Metadata } from "next";
import { LoginPage } from "#app/_features/login/login-page.tsx";

export const metadata: Metadata = { title: "Sign in" };

export default function Page() {
  return <LoginPage />;
}
