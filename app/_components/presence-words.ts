import { defineWords } from "#app/_lib/i18n/words.ts";

export const presenceWords = defineWords(
  {
    openBy: "Also open by {names}",
    writing: { one: "{names} is writing a comment", other: "{names} are writing a comment" },
  },
  {
    openBy: "Aussi ouvert par {names}",
    writing: {
      one: "{names} écrit un commentaire",
      other: "{names} écrivent un commentaire",
    },
  },
);
