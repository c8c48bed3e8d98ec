import { defineWords } from "#app/_lib/i18n/words.ts";

export const conflictWords = defineWords(
  {
    title: "The file changed since you opened it",
    text: "Nothing was written. Left is the file as it is on disk, right is yours; arrows take a difference over.",
    mine: "Your text",
    theirs: "On disk",
    keepMine: "Save mine",
    takeTheirs: "Take the one on disk",
    saveMerged: "Save the right side",
    cancel: "Go on editing",
  },
  {
    title: "Le fichier a changé depuis que vous l’avez ouvert",
    text: "Rien n’a été écrit. À gauche le fichier tel qu’il est sur le disque, à droite le vôtre ; les flèches reprennent une différence.",
    mine: "Votre texte",
    theirs: "Sur le disque",
    keepMine: "Enregistrer le mien",
    takeTheirs: "Prendre celui du disque",
    saveMerged: "Enregistrer le côté droit",
    cancel: "Continuer à modifier",
  },
);
