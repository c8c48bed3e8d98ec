import { HomePage } from "#app/_features/home/home-page.tsx";

export default function Page() {
  return <HomePage />;
}
