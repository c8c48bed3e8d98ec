import { defineWords } from "./i18n/words.ts";

/** Why a run ended. */
export const outcomeWords = defineWords(
  {
    "outcome.completed": "Finished",
    "outcome.failed": "Failed",
    "outcome.max_turns": "Reached its limit of turns",
    "outcome.budget_exceeded": "Reached its cost cap",
    "outcome.timed_out": "Ran out of time",
    "outcome.stalled": "Went silent and was ended",
    "outcome.stopped": "Stopped",
    "outcome.stoppedBy": "Stopped by {who}",
    "outcome.rate_limited": "The provider's limit was reached",
    "outcome.spawn_failed": "The agent could not be started",
    "outcome.verify_failed": "The agent did not report that it started",
    "outcome.lost": "The machine went away while it ran",
  },
  {
    "outcome.completed": "Terminé",
    "outcome.failed": "Échec",
    "outcome.max_turns": "A atteint sa limite de tours",
    "outcome.budget_exceeded": "A atteint son plafond de coût",
    "outcome.timed_out": "A dépassé son temps",
    "outcome.stalled": "Est devenu muet et a été arrêté",
    "outcome.stopped": "Arrêté",
    "outcome.stoppedBy": "Arrêté par {who}",
    "outcome.rate_limited": "La limite du fournisseur est atteinte",
    "outcome.spawn_failed": "L’agent n’a pas pu démarrer",
    "outcome.verify_failed": "L’agent n’a pas signalé son démarrage",
    "outcome.lost": "La machine a disparu pendant l’exécution",
  },
);
