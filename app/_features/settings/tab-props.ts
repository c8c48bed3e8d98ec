import type { Project } from "#server/contracts/project.ts";
import type { SettingsOverview } from "#server/contracts/project-settings.ts";

/** What every tab of the settings page is made from. */
export interface TabProps {
  project: Project;
  overview: SettingsOverview;
}
