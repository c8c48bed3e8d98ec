import type { Metadata } from "next";
import { ControlRoom } from "#app/_panels/live-room.tsx";

export const metadata: Metadata = { title: "Control room" };

export default function Page() {
  return <ControlRoom />;
}
