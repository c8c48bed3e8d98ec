/** Why a rule can never fire, as the simulator says it. */
export const frenchNeverFires: Readonly<Record<string, string>> = {
  "never.invalid": "{problem}",
  "never.no_columns": "elle ne nomme aucune colonne",
  "never.unknown_column": "la colonne « {column} » n’existe pas",
  "never.unknown_target": "elle déplace vers la colonne « {column} », qui n’existe pas",
  "never.unknown_assignee": "personne ici ne s’appelle {slug}",
  "never.no_actions": "elle ne fait rien",
  "never.not_a_member": "{agent} n’est pas membre",
  "never.is_person": "{agent} est une personne",
  "never.no_skill": "{agent} n’a pas de compétence",
  "never.contradiction.column": "ses conditions ne laissent aucune colonne",
  "never.contradiction.assignee": "ses conditions ne laissent aucun responsable",
  "never.contradiction.priority": "ses conditions ne laissent aucune priorité",
  "never.contradiction.labels": "ses conditions demandent une étiquette et la refusent",
  "never.contradiction.length":
    "ses conditions demandent plus de caractères qu’elles n’en permettent",
  "never.contradiction.parent": "ses conditions demandent un parent et le refusent",
};
