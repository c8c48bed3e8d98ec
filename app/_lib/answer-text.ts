/** The chosen labels of an answer, whatever shape it has. */
export function answerText(answer: unknown): string {
  const labels: unknown =
    typeof answer === "object" && answer !== null
      ? (Reflect.get(answer, "labels") ?? answer)
      : answer;
  if (typeof labels !== "object" || labels === null) return String(labels);
  return Object.values(labels)
    .flat()
    .map((label) => String(label))
    .join(", ");
}
