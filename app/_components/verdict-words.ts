import { defineWords } from "#app/_lib/i18n/words.ts";

export const verdictWords = defineWords(
  {
    approved: "#{number} is approved",
    approvedUnsent: {
      one: "#{number} is approved; {count} comment on a line was not sent and is kept",
      other: "#{number} is approved; {count} comments on lines were not sent and are kept",
    },
    sentBack: "#{number} went back to its agent",
    undo: "Undo",
    undone: "#{number} is back in {column}",
    "undo.none": "There is nothing to undo",
    failed: "That did not work",
    "sendBack.failed": "It was not sent back; your text is kept",
  },
  {
    approved: "Le ticket n° {number} est approuvé",
    approvedUnsent: {
      one: "Le ticket n° {number} est approuvé ; {count} commentaire de ligne n’a pas été envoyé et est conservé",
      other:
        "Le ticket n° {number} est approuvé ; {count} commentaires de ligne n’ont pas été envoyés et sont conservés",
    },
    sentBack: "Le ticket n° {number} est retourné à son agent",
    undo: "Annuler",
    undone: "Le ticket n° {number} est de retour dans {column}",
    "undo.none": "Il n’y a rien à annuler",
    failed: "Cela n’a pas fonctionné",
    "sendBack.failed": "Le renvoi a échoué ; votre texte est conservé",
  },
);
