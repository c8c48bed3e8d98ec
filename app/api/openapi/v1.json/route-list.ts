import * as audit from "#app/api/audit/route.ts";
import * as browse from "#app/api/browse/route.ts";
import * as costs from "#app/api/costs/route.ts";
import * as demo from "#app/api/demo/route.ts";
import * as feed from "#app/api/feed/route.ts";
import * as fleet from "#app/api/fleet/route.ts";
import * as health from "#app/api/health/route.ts";
import * as images from "#app/api/images/route.ts";
import * as inbox from "#app/api/inbox/route.ts";
import * as inspect from "#app/api/inspect/route.ts";
import * as invitations from "#app/api/invitations/route.ts";
import * as invitationsId from "#app/api/invitations/[id]/route.ts";
import * as login from "#app/api/login/route.ts";
import * as loginLinks from "#app/api/login-links/route.ts";
import * as logout from "#app/api/logout/route.ts";
import * as me from "#app/api/me/route.ts";
import * as mePassword from "#app/api/me/password/route.ts";
import * as pauseAll from "#app/api/pause-all/route.ts";
import * as projects from "#app/api/projects/route.ts";
import * as projectsSlug from "#app/api/projects/[slug]/route.ts";
import * as projectsSlugAgentsAgentHold from "#app/api/projects/[slug]/agents/[agent]/hold/route.ts";
import * as projectsSlugAutomations from "#app/api/projects/[slug]/automations/route.ts";
import * as projectsSlugAutomationsId from "#app/api/projects/[slug]/automations/[id]/route.ts";
import * as projectsSlugAutomationsIdHold from "#app/api/projects/[slug]/automations/[id]/hold/route.ts";
import * as projectsSlugAutomationsIdRetry from "#app/api/projects/[slug]/automations/[id]/retry/route.ts";
import * as projectsSlugAutomationsReload from "#app/api/projects/[slug]/automations/reload/route.ts";
import * as projectsSlugAutomationsSimulate from "#app/api/projects/[slug]/automations/simulate/route.ts";
import * as projectsSlugAutomationsValidate from "#app/api/projects/[slug]/automations/validate/route.ts";
import * as projectsSlugBoard from "#app/api/projects/[slug]/board/route.ts";
import * as projectsSlugChanges from "#app/api/projects/[slug]/changes/route.ts";
import * as projectsSlugColumns from "#app/api/projects/[slug]/columns/route.ts";
import * as projectsSlugColumnsId from "#app/api/projects/[slug]/columns/[id]/route.ts";
import * as projectsSlugColumnsIdAutomations from "#app/api/projects/[slug]/columns/[id]/automations/route.ts";
import * as projectsSlugColumnsIdRename from "#app/api/projects/[slug]/columns/[id]/rename/route.ts";
import * as projectsSlugColumnsReorder from "#app/api/projects/[slug]/columns/reorder/route.ts";
import * as projectsSlugCosts from "#app/api/projects/[slug]/costs/route.ts";
import * as projectsSlugGroups from "#app/api/projects/[slug]/groups/route.ts";
import * as projectsSlugImport from "#app/api/projects/[slug]/import/route.ts";
import * as projectsSlugLabels from "#app/api/projects/[slug]/labels/route.ts";
import * as projectsSlugLabelsId from "#app/api/projects/[slug]/labels/[id]/route.ts";
import * as projectsSlugList from "#app/api/projects/[slug]/list/route.ts";
import * as projectsSlugMembers from "#app/api/projects/[slug]/members/route.ts";
import * as projectsSlugMembersId from "#app/api/projects/[slug]/members/[id]/route.ts";
import * as projectsSlugMentionsHandle from "#app/api/projects/[slug]/mentions/[handle]/route.ts";
import * as projectsSlugPause from "#app/api/projects/[slug]/pause/route.ts";
import * as projectsSlugReview from "#app/api/projects/[slug]/review/route.ts";
import * as projectsSlugRuns from "#app/api/projects/[slug]/runs/route.ts";
import * as projectsSlugRunsId from "#app/api/projects/[slug]/runs/[id]/route.ts";
import * as projectsSlugRunsIdAnswer from "#app/api/projects/[slug]/runs/[id]/answer/route.ts";
import * as projectsSlugRunsIdChanges from "#app/api/projects/[slug]/runs/[id]/changes/route.ts";
import * as projectsSlugRunsIdChangesFile from "#app/api/projects/[slug]/runs/[id]/changes/file/route.ts";
import * as projectsSlugRunsIdEvents from "#app/api/projects/[slug]/runs/[id]/events/route.ts";
import * as projectsSlugRunsIdGiveback from "#app/api/projects/[slug]/runs/[id]/giveback/route.ts";
import * as projectsSlugRunsIdFilesName from "#app/api/projects/[slug]/runs/[id]/files/[name]/route.ts";
import * as projectsSlugRunsIdLog from "#app/api/projects/[slug]/runs/[id]/log/route.ts";
import * as projectsSlugRunsIdReadjust from "#app/api/projects/[slug]/runs/[id]/readjust/route.ts";
import * as projectsSlugRunsIdRelease from "#app/api/projects/[slug]/runs/[id]/release/route.ts";
import * as projectsSlugRunsIdRetry from "#app/api/projects/[slug]/runs/[id]/retry/route.ts";
import * as projectsSlugRunsIdSteer from "#app/api/projects/[slug]/runs/[id]/steer/route.ts";
import * as projectsSlugRunsIdStop from "#app/api/projects/[slug]/runs/[id]/stop/route.ts";
import * as projectsSlugRunsIdStream from "#app/api/projects/[slug]/runs/[id]/stream/route.ts";
import * as projectsSlugRunsIdTakeover from "#app/api/projects/[slug]/runs/[id]/takeover/route.ts";
import * as projectsSlugRunsIdUndo from "#app/api/projects/[slug]/runs/[id]/undo/route.ts";
import * as projectsSlugSettings from "#app/api/projects/[slug]/settings/route.ts";
import * as projectsSlugSettingsAccept from "#app/api/projects/[slug]/settings/accept/route.ts";
import * as projectsSlugSettingsMoney from "#app/api/projects/[slug]/settings/money/route.ts";
import * as projectsSlugSettingsOverview from "#app/api/projects/[slug]/settings/overview/route.ts";
import * as projectsSlugSkills from "#app/api/projects/[slug]/skills/route.ts";
import * as projectsSlugSkillsAgent from "#app/api/projects/[slug]/skills/[agent]/route.ts";
import * as projectsSlugSkillsAgentHistory from "#app/api/projects/[slug]/skills/[agent]/history/route.ts";
import * as projectsSlugTickets from "#app/api/projects/[slug]/tickets/route.ts";
import * as projectsSlugTicketsBulk from "#app/api/projects/[slug]/tickets/bulk/route.ts";
import * as projectsSlugTicketsFind from "#app/api/projects/[slug]/tickets/find/route.ts";
import * as projectsSlugTicketsN from "#app/api/projects/[slug]/tickets/[n]/route.ts";
import * as projectsSlugTicketsNActivity from "#app/api/projects/[slug]/tickets/[n]/activity/route.ts";
import * as projectsSlugTicketsNApprove from "#app/api/projects/[slug]/tickets/[n]/approve/route.ts";
import * as projectsSlugTicketsNBlockers from "#app/api/projects/[slug]/tickets/[n]/blockers/route.ts";
import * as projectsSlugTicketsNComments from "#app/api/projects/[slug]/tickets/[n]/comments/route.ts";
import * as projectsSlugTicketsNCommentsCid from "#app/api/projects/[slug]/tickets/[n]/comments/[cid]/route.ts";
import * as projectsSlugTicketsNDraft from "#app/api/projects/[slug]/tickets/[n]/draft/route.ts";
import * as projectsSlugTicketsNLabels from "#app/api/projects/[slug]/tickets/[n]/labels/route.ts";
import * as projectsSlugTicketsNParent from "#app/api/projects/[slug]/tickets/[n]/parent/route.ts";
import * as projectsSlugTicketsNRead from "#app/api/projects/[slug]/tickets/[n]/read/route.ts";
import * as projectsSlugTicketsNReorder from "#app/api/projects/[slug]/tickets/[n]/reorder/route.ts";
import * as projectsSlugTicketsNRestore from "#app/api/projects/[slug]/tickets/[n]/restore/route.ts";
import * as projectsSlugTicketsNRun from "#app/api/projects/[slug]/tickets/[n]/run/route.ts";
import * as projectsSlugTicketsNSendback from "#app/api/projects/[slug]/tickets/[n]/sendback/route.ts";
import * as projectsSlugTicketsNStatus from "#app/api/projects/[slug]/tickets/[n]/status/route.ts";
import * as projectsSlugTicketsNWhy from "#app/api/projects/[slug]/tickets/[n]/why/route.ts";
import * as projectsSlugUsage from "#app/api/projects/[slug]/usage/route.ts";
import * as projectsSlugTree from "#app/api/projects/[slug]/tree/route.ts";
import * as projectsSlugViews from "#app/api/projects/[slug]/views/route.ts";
import * as projectsSlugViewsId from "#app/api/projects/[slug]/views/[id]/route.ts";
import * as runs from "#app/api/runs/route.ts";
import * as schemasAutomationsJson from "#app/api/schemas/automations.json/route.ts";
import * as sessions from "#app/api/sessions/route.ts";
import * as sessionsId from "#app/api/sessions/[id]/route.ts";
import * as system from "#app/api/system/route.ts";
import * as tokens from "#app/api/tokens/route.ts";
import * as tokensId from "#app/api/tokens/[id]/route.ts";
import * as uploadsName from "#app/api/uploads/[name]/route.ts";
import * as users from "#app/api/users/route.ts";
import * as usersHandle from "#app/api/users/[handle]/route.ts";
import * as version from "#app/api/version/route.ts";
import type { RouteHandler } from "#app/api/_route/route.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** Every route file but those of the two descriptions themselves, by its folder under `app/api`; a test keeps it complete. */
function modules(): Record<string, object> {
  return {
    audit: audit,
    browse: browse,
    costs: costs,
    demo: demo,
    feed: feed,
    fleet: fleet,
    health: health,
    images: images,
    inbox: inbox,
    inspect: inspect,
    invitations: invitations,
    "invitations/[id]": invitationsId,
    login: login,
    "login-links": loginLinks,
    logout: logout,
    me: me,
    "me/password": mePassword,
    "pause-all": pauseAll,
    projects: projects,
    "projects/[slug]": projectsSlug,
    "projects/[slug]/agents/[agent]/hold": projectsSlugAgentsAgentHold,
    "projects/[slug]/automations": projectsSlugAutomations,
    "projects/[slug]/automations/[id]": projectsSlugAutomationsId,
    "projects/[slug]/automations/[id]/hold": projectsSlugAutomationsIdHold,
    "projects/[slug]/automations/[id]/retry": projectsSlugAutomationsIdRetry,
    "projects/[slug]/automations/reload": projectsSlugAutomationsReload,
    "projects/[slug]/automations/simulate": projectsSlugAutomationsSimulate,
    "projects/[slug]/automations/validate": projectsSlugAutomationsValidate,
    "projects/[slug]/board": projectsSlugBoard,
    "projects/[slug]/changes": projectsSlugChanges,
    "projects/[slug]/columns": projectsSlugColumns,
    "projects/[slug]/columns/[id]": projectsSlugColumnsId,
    "projects/[slug]/columns/[id]/automations": projectsSlugColumnsIdAutomations,
    "projects/[slug]/columns/[id]/rename": projectsSlugColumnsIdRename,
    "projects/[slug]/columns/reorder": projectsSlugColumnsReorder,
    "projects/[slug]/costs": projectsSlugCosts,
    "projects/[slug]/groups": projectsSlugGroups,
    "projects/[slug]/import": projectsSlugImport,
    "projects/[slug]/labels": projectsSlugLabels,
    "projects/[slug]/labels/[id]": projectsSlugLabelsId,
    "projects/[slug]/list": projectsSlugList,
    "projects/[slug]/members": projectsSlugMembers,
    "projects/[slug]/members/[id]": projectsSlugMembersId,
    "projects/[slug]/mentions/[handle]": projectsSlugMentionsHandle,
    "projects/[slug]/pause": projectsSlugPause,
    "projects/[slug]/review": projectsSlugReview,
    "projects/[slug]/runs": projectsSlugRuns,
    "projects/[slug]/runs/[id]": projectsSlugRunsId,
    "projects/[slug]/runs/[id]/answer": projectsSlugRunsIdAnswer,
    "projects/[slug]/runs/[id]/changes": projectsSlugRunsIdChanges,
    "projects/[slug]/runs/[id]/changes/file": projectsSlugRunsIdChangesFile,
    "projects/[slug]/runs/[id]/events": projectsSlugRunsIdEvents,
    "projects/[slug]/runs/[id]/giveback": projectsSlugRunsIdGiveback,
    "projects/[slug]/runs/[id]/files/[name]": projectsSlugRunsIdFilesName,
    "projects/[slug]/runs/[id]/log": projectsSlugRunsIdLog,
    "projects/[slug]/runs/[id]/readjust": projectsSlugRunsIdReadjust,
    "projects/[slug]/runs/[id]/release": projectsSlugRunsIdRelease,
    "projects/[slug]/runs/[id]/retry": projectsSlugRunsIdRetry,
    "projects/[slug]/runs/[id]/steer": projectsSlugRunsIdSteer,
    "projects/[slug]/runs/[id]/stop": projectsSlugRunsIdStop,
    "projects/[slug]/runs/[id]/stream": projectsSlugRunsIdStream,
    "projects/[slug]/runs/[id]/takeover": projectsSlugRunsIdTakeover,
    "projects/[slug]/runs/[id]/undo": projectsSlugRunsIdUndo,
    "projects/[slug]/settings": projectsSlugSettings,
    "projects/[slug]/settings/accept": projectsSlugSettingsAccept,
    "projects/[slug]/settings/money": projectsSlugSettingsMoney,
    "projects/[slug]/settings/overview": projectsSlugSettingsOverview,
    "projects/[slug]/skills": projectsSlugSkills,
    "projects/[slug]/skills/[agent]": projectsSlugSkillsAgent,
    "projects/[slug]/skills/[agent]/history": projectsSlugSkillsAgentHistory,
    "projects/[slug]/tickets": projectsSlugTickets,
    "projects/[slug]/tickets/bulk": projectsSlugTicketsBulk,
    "projects/[slug]/tickets/find": projectsSlugTicketsFind,
    "projects/[slug]/tickets/[n]": projectsSlugTicketsN,
    "projects/[slug]/tickets/[n]/activity": projectsSlugTicketsNActivity,
    "projects/[slug]/tickets/[n]/approve": projectsSlugTicketsNApprove,
    "projects/[slug]/tickets/[n]/blockers": projectsSlugTicketsNBlockers,
    "projects/[slug]/tickets/[n]/comments": projectsSlugTicketsNComments,
    "projects/[slug]/tickets/[n]/comments/[cid]": projectsSlugTicketsNCommentsCid,
    "projects/[slug]/tickets/[n]/draft": projectsSlugTicketsNDraft,
    "projects/[slug]/tickets/[n]/labels": projectsSlugTicketsNLabels,
    "projects/[slug]/tickets/[n]/parent": projectsSlugTicketsNParent,
    "projects/[slug]/tickets/[n]/read": projectsSlugTicketsNRead,
    "projects/[slug]/tickets/[n]/reorder": projectsSlugTicketsNReorder,
    "projects/[slug]/tickets/[n]/restore": projectsSlugTicketsNRestore,
    "projects/[slug]/tickets/[n]/run": projectsSlugTicketsNRun,
    "projects/[slug]/tickets/[n]/sendback": projectsSlugTicketsNSendback,
    "projects/[slug]/tickets/[n]/status": projectsSlugTicketsNStatus,
    "projects/[slug]/tickets/[n]/why": projectsSlugTicketsNWhy,
    "projects/[slug]/usage": projectsSlugUsage,
    "projects/[slug]/tree": projectsSlugTree,
    "projects/[slug]/views": projectsSlugViews,
    "projects/[slug]/views/[id]": projectsSlugViewsId,
    runs: runs,
    "schemas/automations.json": schemasAutomationsJson,
    sessions: sessions,
    "sessions/[id]": sessionsId,
    system: system,
    tokens: tokens,
    "tokens/[id]": tokensId,
    "uploads/[name]": uploadsName,
    users: users,
    "users/[handle]": usersHandle,
    version: version,
  };
}

export interface ListedRoute {
  /** As OpenAPI writes it: `/api/projects/{slug}`. */
  path: string;
  /** Folder under `app/api`. */
  folder: string;
  method: Method;
  handler: RouteHandler;
}

/** Every method of every route, with what it was declared with. */
export function listRoutes(): ListedRoute[] {
  return Object.entries(modules()).flatMap(([folder, module]) =>
    methods.flatMap((method) => {
      const handler = (module as Partial<Record<Method, RouteHandler>>)[method];
      const path = `/api/${folder.replace(/\[(\w+)\]/g, "{$1}")}`;
      return handler ? [{ path, folder, method, handler }] : [];
    }),
  );
}
