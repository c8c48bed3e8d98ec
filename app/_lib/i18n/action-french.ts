/** French of what became of a rule's actions, and of what an undo did. */
export const frenchActions: Readonly<Record<string, string>> = {
  "action.no_ticket": "{action} : laissé de côté, il n’y a pas de ticket",
  "action.no_column": "{action} : il n’y a pas de colonne « {column} »",
  "action.nobody": "{action} : personne ici ne s’appelle « {slug} »",
  "action.column_unknown": "{action} : COLUMN_UNKNOWN : il n’y a pas de colonne « {column} »",
  "action.title_empty": "{action} : TITLE_EMPTY : le titre est vide",
  "action.exists": "{action} : #{ticket} est ouvert et porte ce titre",
  "action.parent_unknown": "{action} : PARENT_UNKNOWN : il n’y a pas de ticket #{ticket}",
  "action.depth_limit":
    "{action} : DEPTH_LIMIT : #{ticket} est au niveau {level} ; les sous-tickets s’arrêtent au niveau {limit}",
  "action.made": "{action} : #{ticket} créé",
  "action.made_for_nobody": "{action} : #{ticket} créé ; personne ici ne s’appelle « {slug} »",
  "action.chain_off":
    "l’agent suivant de la règle {rule} n’a pas démarré : la règle a été désactivée entre-temps",
  "action.chain_removed":
    "l’agent suivant de la règle {rule} n’a pas démarré : la règle a été retirée entre-temps",
  "action.memory_off":
    "la mémoire de {agent} n’a pas été condensée : la règle a été désactivée entre-temps",
  "action.memory_asked": "a demandé à {agent} de condenser sa mémoire",
  "action.not_done": "{action} : n’a pas été exécuté",
  "action.given_up": "{action} : abandonné après {tries} essais",
  "action.failed": "{action} : {error}",
  "action.failed_code": "{action} : {code} : {error}",
  "action.scripts_off":
    "{action} : SCRIPTS_NOT_ALLOWED : cette machine n’exécute pas de programmes pour les règles ; son opérateur peut définir SIGNALBOX_ALLOW_SCRIPTS",
  "action.no_workspace": "{action} : il n’y a pas d’espace de travail",
  "action.program_missing": "{action} : PROGRAM_MISSING : {program} n’est pas sur cette machine",
  "action.powershell_missing":
    "{action} : PROGRAM_MISSING : {program} n’est pas sur cette machine ; PowerShell 7 l’installe",
  "action.leaving": "{action} : le moteur s’arrête",
  "action.timed_out": "{action} : TIMED_OUT : {program} a été arrêté après {seconds} s",
  "action.exited": "{action} : {program} a fini avec le code {code}",
  "action.exit_failed": "{action} : FAILED : {program} a fini avec le code {code}",
  "action.signal": "{action} : FAILED : {program} a fini par le signal {signal}",
  "action.answered": "{action} : {host} a répondu {status}",
  "action.answer_refused": "{action} : REFUSED : {host} a répondu {status}",
  "action.no_agent_name": "{action} : « {agent} » n’est pas un nom d’agent",
  "action.committed": "{action} : {file} est {commit}",
  "undo.taken_back": "une annulation a été reprise",
  "undo.files.one": "1 fichier remis en place",
  "undo.files": "{count} fichiers remis en place",
  "undo.conflicts.one": "1 fichier laissé tel quel (en conflit)",
  "undo.conflicts": "{count} fichiers laissés tels quels (en conflit)",
  "undo.commits.one": "1 commit annulé",
  "undo.commits": "{count} commits annulés",
  "undo.deleted": "supprimés : {tickets}",
  "undo.brought_back": "rétablis : {tickets}",
};
