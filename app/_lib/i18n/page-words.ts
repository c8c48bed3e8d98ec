import { defineWords } from "./words.ts";

export const pageWords = defineWords(
  {
    "notFound.title": "There is nothing at this address",
    "notFound.text": "The project or ticket may have been renamed or removed.",
    home: "To the start page",
  },
  {
    "notFound.title": "Il n’y a rien à cette adresse",
    "notFound.text": "Le projet ou le ticket a peut-être été renommé ou supprimé.",
    home: "Vers la page d’accueil",
  },
);
