import { defineWords } from "#app/_lib/i18n/words.ts";

export const acceptSettingsWords = defineWords(
  {
    look: "Look",
    title: "Claude settings of this folder changed",
    text: "These files tell claude which commands, hooks and servers to run. Nobody has accepted them as they are now, so no agent starts here. The earlier texts are not kept.",
    "change.new": "new",
    "change.changed": "changed",
    "change.removed": "removed",
    notShown: "It cannot be shown here: a link, or too large. Read it in the folder.",
    cut: "Only the beginning is shown.",
    nothing: "Nothing differs any more.",
    changedSince: "The files changed since you looked. This is what they say now.",
    accept: "Accept",
    cancel: "Cancel",
  },
  {
    look: "Regarder",
    title: "Les réglages Claude de ce dossier ont changé",
    text: "Ces fichiers disent à claude quelles commandes, quels hooks et quels serveurs lancer. Personne ne les a acceptés tels qu’ils sont, donc aucun agent ne démarre ici. Les anciens textes ne sont pas conservés.",
    "change.new": "nouveau",
    "change.changed": "modifié",
    "change.removed": "supprimé",
    notShown: "Impossible à afficher ici : un lien, ou trop grand. À lire dans le dossier.",
    cut: "Seul le début est affiché.",
    nothing: "Plus rien ne diffère.",
    changedSince: "Les fichiers ont changé depuis. Voici ce qu’ils disent maintenant.",
    accept: "Accepter",
    cancel: "Annuler",
  },
);
