import { defineWords } from "#app/_lib/i18n/words.ts";

export const workspaceWords = defineWords(
  {
    folder: "Folder",
    name: "Name of the project",
    path: "Folder on this machine",
    "path.hint":
      "Another folder is opened like a new one: its skills and automations are read. The board stays.",
    isolation: "Agents work in",
    "isolation.workspace": "this folder, one writer at a time",
    "isolation.worktree": "an own copy per ticket",
    "isolation.hint": "Chosen when the folder was opened.",
    outside: "Outside",
    hosts: "Hosts an automation may call",
    "hosts.hint":
      "One a line, such as api.example.com or 127.0.0.1:8080. A rule’s httpRequest goes nowhere else.",
    "hosts.owner": "Only an owner may change this.",
    "hosts.wrong": "Hosts such as api.example.com or 127.0.0.1:8080, without http://",
    trust: "Claude’s settings in this folder",
    "trust.hint":
      "Hooks and servers in .claude and .mcp.json run with your rights. When they change, no agent starts until a person accepts them.",
    "trust.accepted": "Accepted as {hash}",
    "trust.empty": "Accepted: the folder has no such settings.",
    "trust.none": "Nothing accepted yet; nothing waits for it.",
    "trust.look": "What differs now:",
    keeping: "Keeping",
    retention: "Days that ended runs keep their transcript and what Undo needs",
    "retention.hint":
      "Then their events, logs and the saved states of their files are removed; summaries and costs stay.",
    disk: "Disk used",
    "disk.hint": "By the runs that are kept, on the server’s machine.",
    "disk.used":
      "{total} for {runs} runs: events about {events}, logs and files {files}, saved states {states}",
  },
  {
    folder: "Dossier",
    name: "Nom du projet",
    path: "Dossier sur cette machine",
    "path.hint":
      "Un autre dossier est ouvert comme un nouveau : ses compétences et automatismes sont lus. Le tableau reste.",
    isolation: "Les agents travaillent dans",
    "isolation.workspace": "ce dossier, un seul qui écrit à la fois",
    "isolation.worktree": "une copie par ticket",
    "isolation.hint": "Choisi à l’ouverture du dossier.",
    outside: "Dehors",
    hosts: "Hôtes qu’un automatisme peut appeler",
    "hosts.hint":
      "Un par ligne, tel que api.example.com ou 127.0.0.1:8080. Le httpRequest d’une règle ne va nulle part ailleurs.",
    "hosts.owner": "Seul un propriétaire peut modifier ceci.",
    "hosts.wrong": "Des hôtes tels que api.example.com ou 127.0.0.1:8080, sans http://",
    trust: "Réglages de Claude dans ce dossier",
    "trust.hint":
      "Les hooks et serveurs de .claude et .mcp.json agissent avec vos droits. Quand ils changent, aucun agent ne démarre avant qu’une personne les accepte.",
    "trust.accepted": "Accepté sous {hash}",
    "trust.empty": "Accepté : le dossier n’a pas de tels réglages.",
    "trust.none": "Rien d’accepté encore ; rien n’attend.",
    "trust.look": "Ce qui diffère maintenant :",
    keeping: "Conservation",
    retention: "Jours pendant lesquels une exécution finie garde son journal et peut être annulée",
    "retention.hint":
      "Ensuite ses événements, ses journaux et les états enregistrés de ses fichiers sont supprimés ; résumés et coûts restent.",
    disk: "Disque utilisé",
    "disk.hint": "Par les exécutions conservées, sur la machine du serveur.",
    "disk.used":
      "{total} pour {runs} exécutions : événements environ {events}, journaux et fichiers {files}, états enregistrés {states}",
  },
);
