/** The ticket panel is drawn by the layout, from the path. */
export default function Page() {
  return null;
}
