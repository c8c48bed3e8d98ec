import { redirect } from "next/navigation";

/** What needs a person stands on the first page. */
export default function Page() {
  redirect("/");
}
