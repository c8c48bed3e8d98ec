import { defineWords } from "#app/_lib/i18n/words.ts";

export const undoWords = defineWords(
  {
    undo: "Undo",
    "undone.move": "{number} is back in {column}",
    "undone.edit": "The change of {number} is undone",
    "undone.delete": "{number} is back",
    "undone.run": "The start of {number} is taken back",
    "undone.many": { one: "Undone on {count} ticket", other: "Undone on {count} tickets" },
    stopping: {
      one: "Its run is stopped and its changes are taken back.",
      other: "{count} runs are stopped and their changes are taken back.",
    },
    cost: "{runs} It cost {cost}.",
    stopped: {
      one: "Its run has stopped and its changes are taken back.",
      other: "{count} runs have stopped and their changes are taken back.",
    },
    filesStay: "It has stopped, but its changes stay: {reason}",
    failed: "Not undone: {reason}",
    "failed.some": {
      one: "{count} ticket was left as it is",
      other: "{count} tickets were left as they are",
    },
    reason: "{number}: {reason}",
  },
  {
    undo: "Annuler",
    "undone.move": "{number} est revenu dans {column}",
    "undone.edit": "La modification de {number} est annulée",
    "undone.delete": "{number} est de retour",
    "undone.run": "Le départ de {number} est retiré",
    "undone.many": { one: "Annulé sur {count} ticket", other: "Annulé sur {count} tickets" },
    stopping: {
      one: "Son exécution est arrêtée et ses modifications sont défaites.",
      other: "{count} exécutions sont arrêtées et leurs modifications sont défaites.",
    },
    cost: "{runs} Coût : {cost}.",
    stopped: {
      one: "Son exécution est arrêtée, ses modifications sont défaites.",
      other: "{count} exécutions sont arrêtées, leurs modifications sont défaites.",
    },
    filesStay: "Elle est arrêtée, mais ses modifications restent : {reason}",
    failed: "Pas annulé : {reason}",
    "failed.some": {
      one: "{count} ticket reste tel quel",
      other: "{count} tickets restent tels quels",
    },
    reason: "{number} : {reason}",
  },
);
