import { defineWords } from "#app/_lib/i18n/words.ts";

export const moneyWords = defineWords(
  {
    today: "Today",
    "today.capped": "{spent} spent, {reserved} set aside for running work, cap {cap}",
    "today.open": "{spent} spent, {reserved} set aside for running work, no cap",
    "today.zone": "The day {day} in {zone}",
    limits: "Limits",
    "limits.text":
      "Kept in .agents/automations.json, in force at once. A change that an agent writes there waits for a person.",
    cap: "Daily cap in $",
    "cap.hint":
      "When spent and set aside reach it, nothing new starts. At most one answer per running run goes above it.",
    "cap.file": "Set for this project",
    "cap.default": "Not set: the default of this installation, {amount}",
    "cap.none": "No fuse: nothing stops agents from spending.",
    "cap.useDefault": "Use the default, {amount}",
    "cap.remove": "Remove the fuse",
    "cap.removeTitle": "Let agents spend without a cap?",
    "cap.removeText": "Nothing holds a new run back for money any more, whatever the day has cost.",
    amount: "A number of dollars, 0 or more",
    supervisor: "For supervisors, in $ a day",
    "supervisor.hint":
      "Agents whose skill says supervisor: true may still start above the cap, up to this.",
    "supervisor.share": "Not set: {percent} of the cap, {amount}",
    "supervisor.useShare": "Use {percent} of the cap",
    "supervisor.who": "Supervisors: {agents}",
    "supervisor.nobody": "No agent is a supervisor.",
    zone: "Time zone of the day",
    "zone.hint": "When the day begins, for the cap, for rules with a clock and for dates.",
    "zone.wrong": "A time zone such as Europe/Paris",
    notices: "Notices",
    "notices.hint":
      "At 80 % and at 100 % of the cap the owner is told once a day, in Needs you and where notices are switched on.",
    costs: "See what it went to",
  },
  {
    today: "Aujourd’hui",
    "today.capped": "{spent} dépensés, {reserved} réservés au travail en cours, plafond {cap}",
    "today.open": "{spent} dépensés, {reserved} réservés au travail en cours, aucun plafond",
    "today.zone": "Le jour {day} dans {zone}",
    limits: "Limites",
    "limits.text":
      "Gardées dans .agents/automations.json, en vigueur aussitôt. Une modification écrite par un agent attend une personne.",
    cap: "Plafond du jour en $",
    "cap.hint":
      "Quand dépenses et réserves l’atteignent, rien de nouveau ne démarre. Une réponse au plus par exécution le dépasse.",
    "cap.file": "Fixé pour ce projet",
    "cap.default": "Non fixé : valeur de cette installation, {amount}",
    "cap.none": "Aucun fusible : rien n’arrête les dépenses des agents.",
    "cap.useDefault": "Prendre la valeur par défaut, {amount}",
    "cap.remove": "Retirer le fusible",
    "cap.removeTitle": "Laisser les agents dépenser sans plafond ?",
    "cap.removeText":
      "Plus rien ne retient une nouvelle exécution pour l’argent, quoi que le jour ait coûté.",
    amount: "Un nombre de dollars, 0 ou plus",
    supervisor: "Pour les superviseurs, en $ par jour",
    "supervisor.hint":
      "Les agents dont la compétence dit supervisor: true peuvent encore démarrer au-delà du plafond, jusqu’à ce montant.",
    "supervisor.share": "Non fixé : {percent} du plafond, {amount}",
    "supervisor.useShare": "Prendre {percent} du plafond",
    "supervisor.who": "Superviseurs : {agents}",
    "supervisor.nobody": "Aucun agent n’est superviseur.",
    zone: "Fuseau horaire du jour",
    "zone.hint": "Quand le jour commence, pour le plafond, les règles à horaire et les dates.",
    "zone.wrong": "Un fuseau tel que Europe/Paris",
    notices: "Avis",
    "notices.hint":
      "À 80 % et à 100 % du plafond, le propriétaire est prévenu une fois par jour, dans « Vous attend » et là où les avis sont activés.",
    costs: "Voir où il est allé",
  },
);
