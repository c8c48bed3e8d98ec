import { apiError500, rateLimited } from "./api-errors.ts";
import { editAndAsk, twoPermissions } from "./asks.ts";
import { bigSpender } from "./big-spender.ts";
import { scenario as askQuestion } from "./ask-question.ts";
import { commentAndReview, moveToReview } from "./board-stories.ts";
import { scenario as defaultSuccess } from "./default-success.ts";
import { demoAsk, demoEdit, demoStuck } from "./demo-story.ts";
import { editAndWait } from "./edit-and-wait.ts";
import { emptyResult, maxTurns, twoResults } from "./limits.ts";
import { scenario as longSleep } from "./long-sleep.ts";
import {
  crashMidRun,
  doubleForkDaemon,
  execChain,
  hangAfterResult,
  hiddenDaemon,
  holdsStdout,
  ignoresTerm,
  noInit,
  stopsItself,
  zombieMaker,
} from "./misbehaving.ts";
import { flood, malformedLines, thinkingAndTodo } from "./noisy.ts";
import { scenario as permissionBash } from "./permission-bash.ts";
import { scenario as planFirst } from "./plan-first.ts";
import { renamedSession } from "./renamed-session.ts";
import type { Scenario } from "./scenario.ts";
import { scenario as slowStream } from "./slow-stream.ts";

/** By the name that markers and `$FAKE_CLAUDE_SCENARIO` use. */
export const scenarios: Record<string, Scenario | undefined> = {
  "default-success": defaultSuccess,
  "slow-stream": slowStream,
  "long-sleep": longSleep,
  "ask-question": askQuestion,
  "edit-and-ask": editAndAsk,
  "permission-bash": permissionBash,
  "two-permissions": twoPermissions,
  "plan-first": planFirst,
  "api-error-500": apiError500,
  "rate-limited": rateLimited,
  "max-turns": maxTurns,
  "two-results": twoResults,
  "edit-and-wait": editAndWait,
  "empty-result": emptyResult,
  "big-spender": bigSpender,
  "renamed-session": renamedSession,
  "crash-mid-run": crashMidRun,
  "hang-after-result": hangAfterResult,
  "no-init": noInit,
  "ignores-term": ignoresTerm,
  "double-fork-daemon": doubleForkDaemon,
  "hidden-daemon": hiddenDaemon,
  "stops-itself": stopsItself,
  "zombie-maker": zombieMaker,
  "exec-chain": execChain,
  "holds-stdout": holdsStdout,
  flood,
  "malformed-lines": malformedLines,
  "thinking-and-todo": thinkingAndTodo,
  "move-to-review": moveToReview,
  "comment-and-review": commentAndReview,
  "demo-edit": demoEdit,
  "demo-ask": demoAsk,
  "demo-stuck": demoStuck,
};
