import { defineWords } from "#app/_lib/i18n/words.ts";

export const loginWords = defineWords(
  {
    title: "Sign in to Signalbox",
    working: "Signing in…",
    howTitle: "Get a sign-in link",
    how: "Run this where Signalbox is installed. It prints a link that works for a short time:",
    token: "Or use the owner token",
    tokenHint: "It is in the file owner-token in the data folder.",
    submit: "Sign in",
    expired: "This link has been used or is too old. Make a new one with the command below.",
    wrong: "This token is not known here.",
    limited: "Too many attempts. Try again in a minute.",
    network: "The server was not reached. Is it running?",
  },
  {
    title: "Se connecter à Signalbox",
    working: "Connexion…",
    howTitle: "Obtenir un lien de connexion",
    how: "Lancez ceci là où Signalbox est installé. La commande affiche un lien valable peu de temps :",
    token: "Ou utiliser le jeton du propriétaire",
    tokenHint: "Il se trouve dans le fichier owner-token du dossier de données.",
    submit: "Se connecter",
    expired:
      "Ce lien a déjà servi ou il est trop ancien. Créez-en un nouveau avec la commande ci-dessous.",
    wrong: "Ce jeton est inconnu ici.",
    limited: "Trop d’essais. Réessayez dans une minute.",
    network: "Le serveur n’a pas répondu. Est-il démarré ?",
  },
);
