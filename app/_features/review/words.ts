import { defineWords } from "#app/_lib/i18n/words.ts";

export const reviewWords = defineWords(
  {
    title: "Review of {project}",
    heading: "Review",
    place: "{place} of {total}",
    next: "Next",
    previous: "Previous",
    openTicket: "Open the ticket",
    approve: "Approve",
    sendBack: "Send back",
    sendBackWith: {
      one: "Send back with {count} comment",
      other: "Send back with {count} comments",
    },
    "empty.title": "Nothing waits for a review",
    "empty.text":
      "What agents finish comes to the review column; it is looked at here, one by one.",
    "empty.board": "To the board",
    noColumn: "This board has no column for reviews. A column gets that role in the settings.",
    toSettings: "To the settings",
    keys: "j next, k previous, a approve, b send back, u undo",
  },
  {
    title: "Relecture de {project}",
    heading: "Relecture",
    place: "{place} sur {total}",
    next: "Suivant",
    previous: "Précédent",
    openTicket: "Ouvrir le ticket",
    approve: "Approuver",
    sendBack: "Renvoyer",
    sendBackWith: {
      one: "Renvoyer avec {count} commentaire",
      other: "Renvoyer avec {count} commentaires",
    },
    "empty.title": "Rien n’attend de relecture",
    "empty.text":
      "Ce que les agents terminent arrive dans la colonne de relecture ; on le regarde ici, un par un.",
    "empty.board": "Vers le tableau",
    noColumn:
      "Ce tableau n’a pas de colonne de relecture. Une colonne reçoit ce rôle dans les paramètres.",
    toSettings: "Vers les paramètres",
    keys: "j suivant, k précédent, a approuver, b renvoyer, u annuler",
  },
);
