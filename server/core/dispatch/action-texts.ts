/** The English of what became of a rule's actions, and of what an undo did. */
export const actionTexts = {
  "action.no_ticket": "{action}: left out, there is no ticket",
  "action.no_column": '{action}: there is no column "{column}"',
  "action.nobody": '{action}: nobody here is called "{slug}"',
  "action.column_unknown": '{action}: COLUMN_UNKNOWN: there is no column "{column}"',
  "action.title_empty": "{action}: TITLE_EMPTY: the title is empty",
  "action.exists": "{action}: #{ticket} is open and has this title",
  "action.parent_unknown": "{action}: PARENT_UNKNOWN: there is no ticket #{ticket}",
  "action.depth_limit":
    "{action}: DEPTH_LIMIT: #{ticket} is at level {level}; sub-tickets end at level {limit}",
  "action.made": "{action}: made #{ticket}",
  "action.made_for_nobody": '{action}: made #{ticket}; nobody here is called "{slug}"',
  "action.chain_off":
    "the next agent of rule {rule} was left out: the rule was switched off meanwhile",
  "action.chain_removed":
    "the next agent of rule {rule} was left out: the rule was removed meanwhile",
  "action.memory_off":
    "the memory of {agent} was not compacted: the rule was switched off meanwhile",
  "action.memory_asked": "asked {agent} to compact its memory",
  "action.not_done": "{action}: it was not carried out",
  "action.given_up": "{action}: given up after {tries} tries",
  "action.failed": "{action}: {error}",
  "action.failed_code": "{action}: {code}: {error}",
  "action.scripts_off":
    "{action}: SCRIPTS_NOT_ALLOWED: this machine runs no programs for rules; its operator can set SIGNALBOX_ALLOW_SCRIPTS",
  "action.no_workspace": "{action}: there is no workspace",
  "action.program_missing": "{action}: PROGRAM_MISSING: {program} is not on this machine",
  "action.powershell_missing":
    "{action}: PROGRAM_MISSING: {program} is not on this machine; PowerShell 7 installs it",
  "action.leaving": "{action}: the worker is leaving",
  "action.timed_out": "{action}: TIMED_OUT: {program} was ended after {seconds} s",
  "action.exited": "{action}: {program} ended with exit code {code}",
  "action.exit_failed": "{action}: FAILED: {program} ended with exit code {code}",
  "action.signal": "{action}: FAILED: {program} ended with signal {signal}",
  "action.answered": "{action}: {host} answered {status}",
  "action.answer_refused": "{action}: REFUSED: {host} answered {status}",
  "action.no_agent_name": '{action}: "{agent}" is no agent\'s name',
  "action.committed": "{action}: {file} is {commit}",
  "undo.taken_back": "an undo was taken back",
  "undo.files.one": "1 file put back",
  "undo.files": "{count} files put back",
  "undo.conflicts.one": "1 file left alone (in conflict)",
  "undo.conflicts": "{count} files left alone (in conflict)",
  "undo.commits.one": "1 commit reverted",
  "undo.commits": "{count} commits reverted",
  "undo.deleted": "deleted: {tickets}",
  "undo.brought_back": "brought back: {tickets}",
} as const;
