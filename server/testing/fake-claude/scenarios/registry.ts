import { scenario as apiConnectionLost } from "./api-connection-lost.ts";
import { scenario as apiError401 } from "./api-error-401.ts";
import { scenario as apiError429 } from "./api-error-429.ts";
import { scenario as apiError500 } from "./api-error-500.ts";
import { scenario as apiError529 } from "./api-error-529.ts";
import { scenario as apiRetryShort } from "./api-retry-short.ts";
import { scenario as askAndReview } from "./ask-and-review.ts";
import { scenario as askQuestion } from "./ask-question.ts";
import { scenario as backgroundWork } from "./background-work.ts";
import { scenario as badFlag } from "./bad-flag.ts";
import { scenario as bigSpender } from "./big-spender.ts";
import { scenario as budgetExhausted } from "./budget-exhausted.ts";
import { scenario as commentAndReview } from "./comment-and-review.ts";
import { scenario as commitWork } from "./commit-work.ts";
import { scenario as compact } from "./compact.ts";
import { scenario as complains } from "./complains.ts";
import { scenario as crashMidRun } from "./crash-mid-run.ts";
import { scenario as defaultSuccess } from "./default-success.ts";
import { scenario as demoAsk } from "./demo-ask.ts";
import { scenario as demoEdit } from "./demo-edit.ts";
import { scenario as demoStuck } from "./demo-stuck.ts";
import { scenario as doubleForkDaemon } from "./double-fork-daemon.ts";
import { scenario as editAndAsk } from "./edit-and-ask.ts";
import { scenario as editAndWait } from "./edit-and-wait.ts";
import { scenario as emptyResult } from "./empty-result.ts";
import { scenario as execChain } from "./exec-chain.ts";
import { scenario as exitAfterResult } from "./exit-after-result.ts";
import { scenario as failingTests } from "./failing-tests.ts";
import { scenario as flood } from "./flood.ts";
import { scenario as forkBomb } from "./fork-bomb.ts";
import { scenario as hangAfterResult } from "./hang-after-result.ts";
import { scenario as hiddenDaemon } from "./hidden-daemon.ts";
import { scenario as holdsStdout } from "./holds-stdout.ts";
import { scenario as hooks } from "./hooks.ts";
import { scenario as hugeFile } from "./huge-file.ts";
import { scenario as hugeLine } from "./huge-line.ts";
import { scenario as idInUse } from "./id-in-use.ts";
import { scenario as ignoresTerm } from "./ignores-term.ts";
import { scenario as imageResult } from "./image-result.ts";
import { scenario as interruptMe } from "./interrupt-me.ts";
import { scenario as invalidRequest } from "./invalid-request.ts";
import { scenario as killedFromOutside } from "./killed-from-outside.ts";
import { scenario as largeResult } from "./large-result.ts";
import { scenario as leaks } from "./leaks.ts";
import { scenario as limitOldWording } from "./limit-old-wording.ts";
import { scenario as limitWarning } from "./limit-warning.ts";
import { scenario as longSleep } from "./long-sleep.ts";
import { scenario as lostSession } from "./lost-session.ts";
import { scenario as malformedLines } from "./malformed-lines.ts";
import { scenario as manyTools } from "./many-tools.ts";
import { scenario as maxTurns } from "./max-turns.ts";
import { scenario as mcpTool } from "./mcp-tool.ts";
import { scenario as missingResult } from "./missing-result.ts";
import { scenario as modelFallback } from "./model-fallback.ts";
import { scenario as moveToReview } from "./move-to-review.ts";
import { scenario as multiQuestion } from "./multi-question.ts";
import { scenario as noInit } from "./no-init.ts";
import { scenario as notLoggedIn } from "./not-logged-in.ts";
import { scenario as nulAndSurrogates } from "./nul-and-surrogates.ts";
import { scenario as parallelTools } from "./parallel-tools.ts";
import { scenario as partialText } from "./partial-text.ts";
import { scenario as permissionBash } from "./permission-bash.ts";
import { scenario as permissionTwice } from "./permission-twice.ts";
import { scenario as planFirst } from "./plan-first.ts";
import { scenario as promptTooLong } from "./prompt-too-long.ts";
import { scenario as rateLimited } from "./rate-limited.ts";
import { scenario as refusedTool } from "./refused-tool.ts";
import { scenario as renamedSession } from "./renamed-session.ts";
import { scenario as reportAndPicture } from "./report-and-picture.ts";
import { scenario as runsCommands } from "./runs-commands.ts";
import { scenario as secretsInOutput } from "./secrets-in-output.ts";
import { scenario as silentStall } from "./silent-stall.ts";
import { scenario as slowStart } from "./slow-start.ts";
import { scenario as slowStream } from "./slow-stream.ts";
import { scenario as stderrNoise } from "./stderr-noise.ts";
import { scenario as stdinWaiter } from "./stdin-waiter.ts";
import { scenario as steerMe } from "./steer-me.ts";
import { scenario as stopsItself } from "./stops-itself.ts";
import { scenario as subAgents } from "./sub-agents.ts";
import { scenario as talksOnly } from "./talks-only.ts";
import { scenario as tenThousandEvents } from "./ten-thousand-events.ts";
import { scenario as terminalCodes } from "./terminal-codes.ts";
import { scenario as thinkingAndTodo } from "./thinking-and-todo.ts";
import { scenario as toolProgress } from "./tool-progress.ts";
import { scenario as turnAborted } from "./turn-aborted.ts";
import { scenario as twoResults } from "./two-results.ts";
import { scenario as twoPermissions } from "./two-permissions.ts";
import { scenario as unknownModel } from "./unknown-model.ts";
import { scenario as webTools } from "./web-tools.ts";
import { scenario as wrongFolder } from "./wrong-folder.ts";
import { scenario as zombieMaker } from "./zombie-maker.ts";
import type { Scenario } from "./scenario.ts";

const all: Scenario[] = [
  apiConnectionLost,
  apiError401,
  apiError429,
  apiError500,
  apiError529,
  apiRetryShort,
  askAndReview,
  askQuestion,
  backgroundWork,
  badFlag,
  bigSpender,
  budgetExhausted,
  commentAndReview,
  commitWork,
  compact,
  complains,
  crashMidRun,
  defaultSuccess,
  demoAsk,
  demoEdit,
  demoStuck,
  doubleForkDaemon,
  editAndAsk,
  editAndWait,
  emptyResult,
  execChain,
  exitAfterResult,
  failingTests,
  flood,
  forkBomb,
  hangAfterResult,
  hiddenDaemon,
  holdsStdout,
  hooks,
  hugeFile,
  hugeLine,
  idInUse,
  ignoresTerm,
  imageResult,
  interruptMe,
  invalidRequest,
  killedFromOutside,
  largeResult,
  leaks,
  limitOldWording,
  limitWarning,
  longSleep,
  lostSession,
  malformedLines,
  manyTools,
  maxTurns,
  mcpTool,
  missingResult,
  modelFallback,
  moveToReview,
  multiQuestion,
  noInit,
  notLoggedIn,
  nulAndSurrogates,
  parallelTools,
  partialText,
  permissionBash,
  permissionTwice,
  planFirst,
  promptTooLong,
  rateLimited,
  refusedTool,
  renamedSession,
  reportAndPicture,
  runsCommands,
  secretsInOutput,
  silentStall,
  slowStart,
  slowStream,
  stderrNoise,
  stdinWaiter,
  steerMe,
  stopsItself,
  subAgents,
  talksOnly,
  tenThousandEvents,
  terminalCodes,
  thinkingAndTodo,
  toolProgress,
  turnAborted,
  twoResults,
  twoPermissions,
  unknownModel,
  webTools,
  wrongFolder,
  zombieMaker,
];

/** By the name that markers and `$FAKE_CLAUDE_SCENARIO` use. */
export const scenarios: ReadonlyMap<string, Scenario> = new Map(
  all.map((scenario) => [scenario.name, scenario]),
);
