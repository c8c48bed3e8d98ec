import { defineWords } from "#app/_lib/i18n/words.ts";

export const rightsWords = defineWords(
  {
    reader: "You can read this project",
    maintain: "Owners and maintainers change this",
  },
  {
    reader: "Vous pouvez lire ce projet",
    maintain: "Les propriétaires et les responsables modifient ceci",
  },
);
